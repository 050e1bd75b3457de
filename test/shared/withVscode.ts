import Module from 'node:module';

/** Has `import … from 'vscode'` give this object, in what is imported from now on. */
export function withVscode(vscode: object): void {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'vscode' ? vscode : load.call(loader, request, ...rest));
}
