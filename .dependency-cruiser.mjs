/** Who may import whom; src/README.md says why. Types count as imports. */
const MAY_IMPORT = {
  'src/profile/': [],
  'src/protocol/': ['src/profile/answers/', 'src/profile/model\\.ts$', 'src/bench/comparison/answers\\.ts$'],
  'src/capture/': ['src/profile/'],
  'src/bench/': ['src/profile/'],
  'src/source/': ['src/profile/'],
  'src/pprofText/': ['src/profile/', 'src/source/'],
  'src/engine/': ['src/profile/', 'src/source/', 'src/pprofText/', 'src/bench/comparison/'],
  'src/cli/': ['src/profile/', 'src/bench/', 'src/source/', 'src/pprofText/', 'src/engine/'],
  'src/editor/': ['src/(?!views/|commands/|cli/|extension)'],
  'src/views/': ['src/(?!editor/|commands/|cli/|extension)'],
  'src/workbench/': ['src/(?!editor/|views/|commands/|cli/|extension)'],
  'src/commands/': ['src/(?!cli/|extension)'],
  'webview/': ['src/protocol/', 'src/profile/text/', 'src/profile/answers/', 'src/bench/comparison/answers\\.ts$'],
};

const ours = '^(?:src|webview|test)/';
const forbidden = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbidden('no-circle-of-files', {}, { circular: true }),
    { ...forbidden('no-circle-of-folders', {}, { circular: true }), scope: 'folder' },
    ...Object.entries(MAY_IMPORT).map(([folder, others]) =>
      forbidden(
        `imports-of-${folder.slice(0, -1)}`,
        { path: `^${folder}` },
        { path: ours, pathNot: [folder, ...others].map((other) => `^${other}`) },
        [folder, ...others].join(', '),
      )),
    forbidden('vscode-in-few-folders', { pathNot: '^src/(?:extension\\.ts$|commands/|editor/|views/|workbench/)' }, { path: '^(?:vscode$|node_modules/@types/vscode/)' }),
    forbidden('no-node-in-the-core', { path: '^(?:src/(?:profile|protocol)|webview)/' }, { dependencyTypes: ['core'] }),
    forbidden('one-file-knows-d3', { path: '^webview/', pathNot: '^webview/flame/(?:flameGraph|instantTransition|leanSelection)\\.ts$' }, { path: '^(?:node_modules/)?d3-' }),
    forbidden('one-file-knows-the-toolkit', { path: '^webview/', pathNot: '^webview/controls/toolkit\\.ts$' }, { path: 'webview-ui-toolkit' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
