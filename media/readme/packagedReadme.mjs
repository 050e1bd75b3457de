/** Where the pictures are instead: VS Code shows pictures of an extension's README only from web addresses. */
const PICTURES = 'Inside VS Code, the walkthrough *Find the line that costs the most* shows pictures of each step (*Welcome: Open Walkthrough…*), and so does the guide (*Linecost: Open Guide*).';

/**
 * The README for the details page of the installed extension: without pictures and links to files, which VS Code would
 * leave out there, with broken pictures in their place, and without what only a clone of the source can run.
 * @param {string} readme
 * @returns {string}
 */
export function packagedReadme(readme) {
  let isFirst = true;
  return readme
    .replace(/^## Try it from source\n[^]*/m, '')
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n/gm, () => {
      const instead = isFirst ? `${PICTURES}\n` : '';
      isFirst = false;
      return instead;
    })
    .replace(/(?<!!)\[([^\]]*)\]\((?!https?:|#)[^)]*\)/g, '$1');
}
