/** Without this, each file that imports `vscode` copies all of its exports when the bundle is loaded. */
export const oneVscode = {
  name: 'one copy of vscode',
  setup: (build) => {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) => {
      return namespace === 'vscode' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode' };
    });
    build.onLoad({ filter: /^/, namespace: 'vscode' }, () => ({ contents: "export * from 'vscode';" }));
  },
};
