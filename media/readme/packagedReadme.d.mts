/** The README for the details page of the installed extension. */
export function packagedReadme(readme: string): string;
