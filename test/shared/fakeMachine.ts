import { homedir } from 'node:os';
import assert from 'node:assert/strict';
import {
  SourceResolver,
  type ProfileContext,
  type Resolution,
  type SourceMemory,
  type SourceResolverOptions,
} from '../../src/sources/resolve/sourceResolver';
import { fakeFileSystem, type FakeDisk, type FakeFileSystem } from './fakeFileSystem';

export interface MachineOptions extends Partial<SourceResolverOptions>, FakeDisk {
  readonly context?: ProfileContext;
}

/** A resolver on a fake file system; by default on Linux, with Go in `/usr/local/go`. */
export function machine(
  options: MachineOptions,
): { resolver: SourceResolver; fs: FakeFileSystem; memory: SourceMemory } {
  const { files, links, context, platform = 'linux', ...rest } = options;
  const fs = fakeFileSystem(platform, { files: { ...(platform === 'win32' ? {} : GOROOT), ...files }, links });
  const values = new Map<string, unknown>();
  const inMemory: SourceMemory = { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
  const memory = rest.memory ?? inMemory;
  const resolver = SourceResolver.create({
    workspaceFolders: ['/ws'],
    goroot: '/usr/local/go',
    gomodcache: '/home/me/go/pkg/mod',
    gopath: '/home/me/go',
    ...rest,
    memory,
    fs,
    platform,
    home: homedir(),
  });
  return { resolver: context ? resolver.forProfile(context) : resolver, fs, memory };
}

const GOROOT = {
  '/usr/local/go/src/runtime/proc.go': '',
  '/usr/local/go/src/internal/abi/abi.go': '',
  '/usr/local/go/src/errors/errors.go': '',
  '/usr/local/go/src/net/http/server.go': '',
  '/usr/local/go/src/vendor/golang.org/x/net/http/httpguts/guts.go': '',
  '/usr/local/go/src/cmd/compile/internal/ssa/rewrite.go': '',
};

export const goMod = (path: string, rest = '') => `module ${path}\n\ngo 1.24\n${rest}`;

export async function assertFound(resolver: SourceResolver, name: string, path: string): Promise<void> {
  assert.deepEqual(await resolver.resolve(name), { kind: 'found', path }, name);
}

export async function assertAmbiguous(resolver: SourceResolver, name: string, candidates: string[]): Promise<void> {
  assert.deepEqual(await resolver.resolve(name), { kind: 'ambiguous', candidates }, name);
}

export async function assertMissing(
  resolver: SourceResolver,
  name: string,
  reason: RegExp,
): Promise<Extract<Resolution, { kind: 'missing' }>> {
  const resolution = await resolver.resolve(name);
  assert.equal(resolution.kind, 'missing', `${name}: ${JSON.stringify(resolution)}`);
  assert.match((resolution as { reason: string }).reason, reason);
  return resolution as Extract<Resolution, { kind: 'missing' }>;
}
