import Module from 'node:module';

/** Makes every later `import … from 'vscode'` in this process resolve to this object. */
export function withVscode(vscode: object): void {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'vscode' ? vscode : load.call(loader, request, ...rest));
}
