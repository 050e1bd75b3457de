import path from 'node:path';
import { groupsOf } from './chunkGroups.mjs';

/**
 * Options for a bundle in several files: one with what the entry point needs at once, and chunks for each `import()`.
 * A module is in one file only, so all of the bundle shares its state and its classes. esbuild can split ES modules
 * only, into a file for each set of `import()`s that need it. These files are joined to fewer, and converted to
 * CommonJS, because Node loads few files, and CommonJS, faster.
 *
 * @param {import('esbuild').BuildOptions & {
 *   minify: boolean, target: string, loadsInTurns?: boolean, chunkPrefix?: string
 * }} options with one entry point. `chunkPrefix` begins the names of the other files. With `loadsInTurns`, an
 * `import()` loads each file in a turn of the event loop of its own, so that other events are handled in between
 */
export function inChunks({ plugins = [], loadsInTurns = false, chunkPrefix = '', ...options }) {
  // Without `import()`, there would be no chunks.
  const chunkNames = `${chunkPrefix}[name]-[hash]`;
  const formats = { format: 'esm', splitting: true, chunkNames, supported: undefined, metafile: true };
  return { ...options, ...formats, write: false, plugins: [...plugins, joinedChunks(options, loadsInTurns)] };
}

function joinedChunks({ minify, target, absWorkingDir }, loadsInTurns) {
  return {
    name: 'joined chunks',
    setup: ({ esbuild, onEnd }) => onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const groups = groupsOf(result.metafile);
      const { outputFiles } = await esbuild.build({
        entryPoints: groups.map(([name]) => ({ in: name, out: path.parse(name).name })),
        outdir: path.dirname(result.outputFiles[0].path),
        outExtension: { '.js': path.extname(result.outputFiles[0].path) },
        absWorkingDir,
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'node',
        target,
        minify,
        logLevel: 'warning',
        supported: { 'dynamic-import': false },
        plugins: [joined(groups, result, loadsInTurns)],
      });
      result.outputFiles = outputFiles;
    }),
  };
}

/** Loads files one after the other, each in a turn of its own; once they are loaded, at once. Returns the last one. */
const IN_TURNS = `
  const loaded = new Set();
  export async function inTurns(require, ...files) {
    const last = files[files.length - 1];
    for (const file of loaded.has(last) ? [] : files) {
      await new Promise((resolve) => setImmediate(resolve));
      require(file);
    }
    loaded.add(last);
    return require(last);
  }`;

/**
 * Joins each group of files to one, with the name of its first. Its export `joined` returns what the files export, by a
 * name that is unique in the group: one export is quicker to define than many, and most are never needed. The values
 * are final, since other groups read them when this one has been evaluated.
 */
function joined(groups, { outputFiles, metafile }, loadsInTurns) {
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output]));
  const leaders = new Map(groups.flatMap((group) => group.map((name) => [name, group[0]])));
  const importedBy = (leader) => groups.find(([first]) => first === leader)
    .flatMap((name) => outputs.get(name).imports.filter(({ kind }) => kind === 'import-statement'))
    .map((each) => leaders.get(path.basename(each.path)));
  /** The files that a file needs before it, in the order in which they are evaluated. */
  const neededFirst = (leader, found = new Set([groups[0][0]])) => {
    return importedBy(leader).flatMap((each) => {
      if (each === undefined || each === leader || found.has(each)) return [];
      found.add(each);
      return [...neededFirst(each, found), each];
    });
  };
  const exportsOf = new Map(groups.flatMap((group) => group.map((name, i) => {
    const ids = outputs.get(name).entryPoint ? [] : outputs.get(name).exports;
    return [name, ids.map((id) => ({ id, unique: `$${i}_${id}` }))];
  })));
  const withExports = (leader) => {
    const group = groups.find(([first]) => first === leader);
    const imports = group.map((name) => {
      return `import {${exportsOf.get(name).map(({ id, unique }) => `${id} as ${unique}`)}} from './${name}';`;
    });
    const names = group.flatMap((name) => exportsOf.get(name).map(({ unique }) => unique));
    const own = outputs.get(leader).entryPoint ? `export * from './${leader}';` : '';
    const table = `let all; export const joined = (name) => (all ??= {${names}})[name];`;
    const [hashbang = ''] = /^#!.*\n/.exec(texts.get(leader)) ?? [];
    return hashbang + [own, ...(names.length > 0 ? [...imports, table] : [])].join('\n');
  };
  return {
    name: 'joined files',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^/ }, ({ path: file, kind, importer, namespace }) => {
        const name = path.basename(file);
        if (file === 'in turns') return { path: file, namespace: file };
        if (kind === 'entry-point') return { path: name, namespace: 'group' };
        if (kind !== 'import-statement' || namespace === 'required' || !texts.has(name)) return { path: file, external: true };
        if (namespace === 'other') return { path: name, namespace: 'required' };
        return { path: name, namespace: leaders.get(name) === leaders.get(importer) ? 'text' : 'other' };
      });
      onLoad({ filter: /^/, namespace: 'group' }, ({ path: name }) => ({ contents: withExports(name) }));
      onLoad({ filter: /^/, namespace: 'text' }, ({ path: name }) => {
        const later = outputs.get(name).imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external);
        const imported = new Set(later.map((each) => path.basename(each.path)));
        if (!loadsInTurns || imported.size === 0) return { contents: texts.get(name) };
        const loads = [...imported].map((file, i) => {
          const files = [...neededFirst(file), file].map((each) => `'./${each}'`);
          return { file, name: `later${i}`, text: `const later${i} = () => inTurns(require, ${files});` };
        });
        const withLoads = (rest, { file, name: call }) => rest.replaceAll(`import("./${file}")`, `${call}()`);
        const prelude = ["import { inTurns } from 'in turns';", ...loads.map(({ text }) => text)];
        return { contents: [...prelude, loads.reduce(withLoads, texts.get(name))].join('\n') };
      });
      onLoad({ filter: /^/, namespace: 'in turns' }, () => ({ contents: IN_TURNS }));
      onLoad({ filter: /^/, namespace: 'other' }, ({ path: name }) => {
        const values = exportsOf.get(name).map(({ id, unique }) => `export const ${id} = /* @__PURE__ */ joined('${unique}');`);
        return { contents: `import { joined } from './${leaders.get(name)}';\n${values.join('\n')}` };
      });
      onLoad({ filter: /^/, namespace: 'required' }, ({ path: name }) => ({
        contents: `import { joined as exported } from './${name}'; export const joined = exported;`,
      }));
    },
  };
}
