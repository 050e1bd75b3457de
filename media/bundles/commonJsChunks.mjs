/**
 * Options for a bundle in several files: what the entry point needs at once, and what it loads with `import()`. They
 * share modules, which esbuild can only do in ES modules; these are converted to CommonJS, which Node loads faster.
 *
 * @param {{ minify: boolean, target: string, plugins?: import('esbuild').Plugin[] }} options
 */
export function inChunks({ plugins = [], ...options }) {
  const { minify, target } = options;
  // Without `import()`, there would be no chunks.
  const formats = { format: 'esm', splitting: true, supported: undefined };
  return { ...options, ...formats, write: false, plugins: [...plugins, toCommonJs({ minify, target })] };
}

function toCommonJs({ minify, target }) {
  return {
    name: 'ES modules to CommonJS',
    setup: ({ esbuild, onEnd }) => onEnd(async ({ outputFiles, errors }) => {
      if (errors.length > 0) return;
      for (const file of outputFiles) {
        const supported = { 'dynamic-import': false };
        const { code } = await esbuild.transform(file.text, { format: 'cjs', platform: 'node', target, minify, supported });
        file.contents = new TextEncoder().encode(code);
      }
    }),
  };
}
