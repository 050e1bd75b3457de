import path from 'node:path';
import { inChunks } from './chunks.mjs';
import { oneVscode } from './oneVscode.mjs';

/** Loads RE2 from a file of its own, because it is needed only from the first pattern on, and at once then. */
const re2OnDemand = {
  name: 'RE2 on demand',
  setup: (build) => build.onResolve({ filter: /^re2js$/ }, () => ({ path: './re2js.js', external: true })),
};

/**
 * esbuild's options for each bundle: `report` has those of the command line, which are shipped too. For development,
 * each bundle is one file with a source map.
 */
export function bundlesOf(root, isDev = false) {
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: !isDev,
    sourcemap: isDev,
    metafile: true,
    legalComments: 'none',
    write: false,
    outdir: 'dist',
  };
  const node = { ...shared, platform: 'node', format: 'cjs', target: 'node20' };
  const split = ({ loadsInTurns, chunkPrefix, ...options }) => {
    return isDev ? options : inChunks({ ...options, loadsInTurns, chunkPrefix });
  };
  const webWorker = { ...shared, platform: 'browser', format: 'cjs', target: 'es2022' };
  // d3-flame-graph animates every click, even if its duration is set to 0.
  const alias = { 'd3-transition': path.join(root, 'webview', 'flame', 'instantTransition.ts') };
  const page = { ...shared, platform: 'browser', format: 'iife', target: 'es2022', alias };
  const re2js = { ...node, entryPoints: { re2js: 're2js' } };
  return {
    shipped: {
      extension: split({
        ...node,
        entryPoints: { extension: 'src/main/desktop.ts' },
        plugins: [oneVscode, re2OnDemand],
        // The thread is shared with all other extensions.
        loadsInTurns: true,
      }),
      worker: split({ ...node, entryPoints: { worker: 'src/engine/node/worker.ts' }, plugins: [re2OnDemand] }),
      re2js,
      sumThread: { ...node, entryPoints: { sumThread: 'src/engine/node/sumThread.ts' } },
      graphvizThread: {
        ...node,
        entryPoints: { graphvizThread: 'src/engine/graphvizThread.ts' },
        // The bundle has Graphviz as a string, which escapes would make larger.
        charset: 'utf8',
        logOverride: { 'empty-import-meta': 'silent' },
      },
      // One file, because VS Code loads only one in a browser.
      web: {
        ...webWorker,
        entryPoints: { web: 'src/main/browser.ts' },
        external: ['vscode'],
        alias: { 'node:path': path.join(root, 'src', 'main', 'browserPath.ts') },
      },
      webview: { ...page, entryPoints: { webview: 'webview/main.ts' } },
      // Exported HTML pages contain this bundle.
      standalone: { ...page, entryPoints: { standalone: 'webview/standalone/main.ts' } },
      results: { ...page, entryPoints: { results: 'webview/results/main.ts' } },
      benchmarks: { ...page, entryPoints: { benchmarks: 'webview/benchmarks/main.ts' } },
      runtimeLog: { ...page, entryPoints: { runtimeLog: 'webview/runtimeLog/main.ts' } },
      goroutines: { ...page, entryPoints: { goroutines: 'webview/goroutines/main.ts' } },
      fleet: { ...page, entryPoints: { fleet: 'webview/fleet/main.ts' } },
    },
    report: {
      linecost: split({ ...node, entryPoints: { linecost: 'src/cli/main.ts' }, plugins: [re2OnDemand], chunkPrefix: 'linecost-' }),
      re2js,
    },
  };
}
