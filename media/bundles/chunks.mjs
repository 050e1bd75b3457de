import path from 'node:path';

/**
 * Options for a bundle in several files: one with what the entry point needs at once, and chunks for each `import()`.
 * A module is in one file only, so all of the bundle shares its state and its classes. esbuild can split ES modules
 * only, into a file for each set of `import()`s that need it; the files that the entry point needs at once are joined
 * to one, and all are converted to CommonJS, because Node loads few files, and CommonJS, faster.
 *
 * @param {import('esbuild').BuildOptions & { minify: boolean, target: string }} options with one entry point
 */
export function inChunks({ plugins = [], chunkNames = '[name]-[hash]', ...options }) {
  // Without `import()`, there would be no chunks.
  const formats = { format: 'esm', splitting: true, supported: undefined, metafile: true };
  return { ...options, chunkNames, ...formats, write: false, plugins: [...plugins, commonJs(options)] };
}

function commonJs({ minify, target, absWorkingDir }) {
  return {
    name: 'CommonJS chunks',
    setup: ({ esbuild, onEnd }) => onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const files = chunksOf(result);
      const shared = {
        outdir: path.dirname(result.outputFiles[0].path),
        outExtension: { '.js': path.extname(files.entry) },
        absWorkingDir,
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'node',
        target,
        minify,
        logLevel: 'warning',
        supported: { 'dynamic-import': false },
      };
      const build = async (names, plugin) => {
        const entryPoints = names.map((name) => ({ in: name, out: path.parse(name).name }));
        return (await esbuild.build({ ...shared, entryPoints, plugins: [plugin] })).outputFiles;
      };
      const later = await build(files.later, joined(files));
      const isUsed = (id) => later.some(({ text }) => text.includes(id));
      result.outputFiles = [...await build([files.entry], joined(files, isUsed)), ...later];
    }),
  };
}

/** The names of the files that the entry point needs at once, and of those that it loads later. */
function chunksOf({ outputFiles, metafile }) {
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output]));
  const imports = [...outputs.values()].flatMap((output) => output.imports);
  const importedLater = new Set(imports.map(({ path: file }) => path.basename(file)));
  const [entry] = [...outputs.keys()].filter((name) => !importedLater.has(name) && outputs.get(name).entryPoint);
  const first = new Set([entry]);
  for (const name of first) {
    for (const { path: file, kind, external } of outputs.get(name).imports) {
      if (kind === 'import-statement' && !external) first.add(path.basename(file));
    }
  }
  const exportsOf = (name) => outputs.get(name).exports;
  return { texts, entry, first, later: [...texts.keys()].filter((name) => !first.has(name)), exportsOf };
}

/**
 * Joins the first files to one. Its function `joined` returns what they export to later files by a name, because one
 * export is quicker to define than many.
 */
function joined({ texts, entry, first, exportsOf }, isUsed = () => true) {
  const order = [...first];
  const exported = order.map((name, i) => exportsOf(name).map((id) => ({ id, unique: `$${i}_${id}` })));
  const forLater = () => {
    const used = exported.map((ids, i) => (order[i] === entry ? [] : ids.filter(({ unique }) => isUsed(unique))));
    const imports = used.map((ids, i) => `import {${ids.map(({ id, unique }) => `${id} as ${unique}`)}} from './${order[i]}';`);
    const names = used.flatMap((ids) => ids.map(({ unique }) => unique));
    return `${imports.slice(1).join('\n')}
      let all;
      export const joined = (name) => (all ??= {${names}})[name];`;
  };
  return {
    name: 'joined files',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^/ }, ({ path: file, kind, importer, namespace }) => {
        const name = path.basename(file);
        if (kind === 'entry-point') return { path: name, namespace: 'text' };
        if (kind !== 'import-statement' || namespace !== 'text' || !first.has(name)) return { path: file, external: true };
        return { path: name, namespace: first.has(importer) ? 'text' : 'joined' };
      });
      onLoad({ filter: /^/, namespace: 'text' }, ({ path: name }) => {
        return { contents: name === entry ? `${texts.get(name)}\n${forLater()}` : texts.get(name) };
      });
      onLoad({ filter: /^/, namespace: 'joined' }, ({ path: name }) => {
        const values = exported[order.indexOf(name)].map(({ id, unique }) => `export const ${id} = /* @__PURE__ */ joined('${unique}');`);
        return { contents: `import { joined } from './${entry}';\n${values.join('\n')}` };
      });
    },
  };
}
