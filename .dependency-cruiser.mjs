/** Which folder may import which: src/README.md says why. Imports of types count. */
const MAY_IMPORT = {
  'src/profile/': [],
  'src/pages/protocol/': ['src/fleet/(?:chosenQuery|costOverTime|fleetQuery)\\.ts$', 'src/profile/answers/', 'src/profile/common/(?:guard|shapes)\\.ts$', 'src/bench/resultTable\\.ts$', 'src/profile/model\\.ts$', 'src/bench/comparison/answers\\.ts$', 'src/goroutines/answers\\.ts$', 'src/runtimeLog/answers\\.ts$', 'src/timeline/'],
  'src/common/': [],
  'src/go/': ['src/profile/', 'src/common/'],
  'src/http/': ['src/profile/', 'src/common/'],
  'src/live/': ['src/profile/', 'src/common/', 'src/http/'],
  'src/fleet/': ['src/profile/', 'src/common/', 'src/http/'],
  'src/bench/': ['src/profile/'],
  'src/goroutines/': ['src/profile/'],
  'src/timeline/': [],
  'src/runtimeLog/': ['src/profile/', 'src/goroutines/', 'src/timeline/'],
  'src/sources/': ['src/profile/'],
  'src/pprofText/': ['src/profile/', 'src/sources/'],
  'src/engine/': ['src/profile/', 'src/goroutines/', 'src/runtimeLog/', 'src/timeline/', 'src/sources/', 'src/pprofText/', 'src/bench/comparison/'],
  'src/cli/': ['src/profile/', 'src/bench/', 'src/sources/', 'src/pprofText/', 'src/engine/', 'src/common/', 'src/go/', 'src/captures/disk/'],
  'src/editor/': ['src/(?!views/|pages/|features/|main/|cli/)'],
  'src/views/': ['src/(?!editor/|pages/|features/|main/|cli/)'],
  'src/pages/': ['src/(?!editor/|features/|main/|cli/)'],
  'src/ui/': ['src/profile/', 'src/common/', 'src/go/', 'src/engine/'],
  'src/captures/disk/': ['src/profile/', 'src/bench/', 'src/live/load/loadResult\\.ts$', 'src/fleet/measuredFleet\\.ts$'],
  'src/captures/': ['src/(?!documents/|editor/|views/|pages/(?!protocol/)|features/|main/|cli/)'],
  'src/documents/': ['src/(?!editor/|views/|pages/|features/|main/|cli/)'],
  'src/features/': ['src/(?!main/|cli/)'],
  'src/main/': ['src/(?!cli/)'],
  'webview/standalone/': ['webview/', 'src/pages/protocol/', 'src/profile/', 'src/engine/(?!node/)'],
  'webview/(?!standalone/)': ['src/fleet/(?:chosenQuery|costOverTime|fleetQuery)\\.ts$', 'src/pages/protocol/', 'src/profile/text/', 'src/profile/answers/', 'src/profile/common/shapes\\.ts$', 'src/bench/comparison/answers\\.ts$', 'src/goroutines/answers\\.ts$', 'src/runtimeLog/(?:answers|printedFigures)\\.ts$', 'src/timeline/'],
};

const ownFolders = '^(?:src|webview|test)/';
const forbidden = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbidden('no-import-cycle-of-files', {}, { circular: true }),
    { ...forbidden('no-import-cycle-of-folders', {}, { circular: true }), scope: 'folder' },
    ...Object.entries(MAY_IMPORT).map(([folder, imports]) =>
      forbidden(
        `imports-of-${folder.slice(0, -1)}`,
        { path: `^${folder}` },
        { path: ownFolders, pathNot: [folder, ...imports].map((allowed) => `^${allowed}`) },
        [folder, ...imports].join(', '),
      )),
    forbidden('vscode-in-few-folders', { pathNot: '^src/(?:main/|features/|editor/|views/|pages/|captures/loaded/|documents/|ui/)' }, { path: '^(?:vscode$|node_modules/@types/vscode/)' }),
    forbidden('no-node-in-the-core', { path: '^(?:src/(?:profile|pages/protocol)|webview)/' }, { dependencyTypes: ['core'] }),
    forbidden('d3-in-few-files', { path: '^webview/', pathNot: '^webview/flame/(?:flameGraph|instantTransition|leanSelection)\\.ts$' }, { path: '^(?:node_modules/)?d3-' }),
    forbidden('uplot-in-one-file', { path: '^webview/', pathNot: '^webview/charts/plot\\.ts$' }, { path: '^(?:node_modules/)?uplot' }),
    forbidden('toolkit-in-one-file', { path: '^webview/', pathNot: '^webview/controls/toolkit\\.ts$' }, { path: 'webview-ui-toolkit' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
