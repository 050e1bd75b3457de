import { builtinModules } from 'node:module';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type BuildOptions } from 'esbuild';
import { repoRoot } from '../host/paths.mjs';

/** What scripts in a browser or its workers have, except what every JavaScript engine has. */
const GLOBALS = [
  'AbortController', 'AbortSignal', 'clearTimeout', 'console', 'DecompressionStream', 'DOMException', 'Event',
  'EventTarget', 'performance', 'TextDecoder', 'TextEncoder', 'URL',
] as const;

/** Bundles a module of `src` for browsers. Rejects if the bundle needs a module of Node. */
export async function browserBundle(module: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: repoRoot,
    entryPoints: [path.join('src', module)],
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    write: false,
    logLevel: 'silent',
    ...options,
  });
  const [{ text }] = outputFiles!;
  const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name!);
  const fromNode = required.filter((name) => name.startsWith('node:') || builtinModules.includes(name));
  if (fromNode.length > 0) throw new Error(`needs ${fromNode.join(', ')}`);
  return text;
}

/** Runs a bundle with the globals of a browser only. Returns its exports; `close` lets Node end. */
export function runInBrowser<T>(bundle: string): { readonly exports: T; close(): void } {
  const channels: MessageChannel[] = [];
  const openChannel = function () {
    const channel = new MessageChannel();
    channels.push(channel);
    return channel;
  };
  const module = { exports: {} };
  const globals = Object.fromEntries(GLOBALS.map((name) => [name, globalThis[name]]));
  // A browser's timers are numbers.
  const timer = (task: () => void, ms: number) => Number(setTimeout(task, ms));
  const own = { setTimeout: timer, MessageChannel: openChannel, module, exports: module.exports };
  runInContext(bundle, createContext({ ...globals, ...own }));
  return { exports: module.exports as T, close: () => channels.forEach(({ port1 }) => port1.close()) };
}
