import Module from 'node:module';

/** Makes `require('vscode')` return this object from now on, in the whole process. */
export function withVscode(vscode: object): void {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'vscode' ? vscode : load.call(loader, request, ...rest));
}
