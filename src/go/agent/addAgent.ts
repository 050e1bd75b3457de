import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import type { GoProgramRequest } from '../captureTypes';
import type { GoPackage, GoSettings } from '../tool/goTool';
import { flagValue, splitGoflags, withoutFlag } from '../tool/goFlags';
import { isDownloaded, minorOf, type ReplacedFiles, replacedByUser, writeOverlay } from '../tool/overlay';
import { agentText } from './agentText';
import { sharedCpuProfile } from './sharedCpuProfile';

/** What a build needs so that the program has the agent. */
export interface AddedAgent {
  /** The path under which the agent's file is compiled, if there is one. */
  readonly files: readonly string[];
  /** The request's flags with the overlay, and with a linker that lets the agent call the runtime's exit hooks. */
  readonly buildFlags: readonly string[];
  /** Whether the program can take CPU profiles of itself meanwhile: see sharedCpuProfile. */
  readonly sharesCpuProfile: boolean;
}

/** The part of a WorkFolder that the agent needs. */
interface AgentFolder {
  readonly settings: GoSettings;
  /** Absolute path of the file for -overlay. The agent's files are written beside it. */
  readonly files: { readonly overlay: string };
}

interface AgentOptions {
  /** See agentPrefix. */
  readonly prefix: string;
  /** The package of the tests to which the agent is added: `p`, or `p_test`; unset for a program. */
  readonly testPackage?: string;
  /** Whether no file of the standard library may be replaced. */
  readonly keepsLibrary?: boolean;
}

/** Begins the names in the agent of a package: they differ from those of its code, and are the same in each build. */
export function agentPrefix(packageDir: string): string {
  return `linecost${createHash('sha256').update(packageDir).digest('hex').slice(0, 8)}`;
}

/** The package of the tests to which an agent is added. A folder may have external tests alone. */
export function testPackageOf({ name, testFiles, externalTestFiles }: GoPackage): string {
  const isExternal = testFiles.length > 0 && testFiles.length === externalTestFiles.length;
  return isExternal && name !== '' ? `${name.replace(/_test$/, '')}_test` : name;
}

/** Writes the files that the overlay adds and replaces. Throws CaptureError, or the system's error. */
export async function addAgent(
  { packageDir, go }: Pick<GoProgramRequest, 'packageDir' | 'go'>,
  { settings, files }: AgentFolder,
  { prefix, testPackage, keepsLibrary = testPackage !== undefined }: AgentOptions,
): Promise<AddedAgent> {
  const replaced = await replacedByUser(settings.goflags, go.buildFlags, packageDir).catch((error: unknown) => {
    throw new CaptureError('failed', `The file of -overlay in the flags of Go cannot be read: ${String(error)}.`);
  });
  const dir = dirname(files.overlay);
  const original = join(settings.goroot, 'src', 'runtime', 'pprof', 'pprof.go');
  const isReplaceable = !keepsLibrary && !isDownloaded(settings) && !(original in replaced);
  const shared = isReplaceable ? sharedCpuProfile(await readFile(original, 'utf8').catch(() => '')) : undefined;
  const sharesCpuProfile = shared !== undefined;
  if (sharesCpuProfile) await writeFile(join(dir, 'pprof.go'), shared);
  const { goos, version } = settings;
  const text = agentText({ prefix, goMinor: minorOf(version), goos, sharesCpuProfile, testPackage });
  await writeFile(join(dir, 'agent.go'), text);
  // Before the package's own files by name, so that its init runs before theirs.
  const file = join(packageDir, `0_${prefix}${testPackage === undefined ? '' : '_test'}.go`);
  const added: ReplacedFiles = {
    [file]: join(dir, 'agent.go'),
    ...(sharesCpuProfile && { [original]: join(dir, 'pprof.go') }),
  };
  await writeOverlay(files.overlay, { ...replaced, ...added });
  const buildFlags = flagsWith(go.buildFlags, settings, files.overlay, testPackage !== undefined);
  return { files: [file], buildFlags, sharesCpuProfile };
}

function flagsWith(
  chosenFlags: readonly string[],
  { goflags, version }: GoSettings,
  overlay: string,
  isTest: boolean,
): readonly string[] {
  // go build has no -exec, and would not accept every value of -vet. Before Go 1.24, vet looks for the agent on disk.
  const hasVet = isTest && minorOf(version) >= 24;
  const own = ['overlay', 'ldflags', ...(isTest ? [] : ['exec']), ...(hasVet ? [] : ['vet'])]
    .reduce(withoutFlag, [...chosenFlags]);
  const chosen = flagValue([...splitGoflags(goflags), ...chosenFlags], 'ldflags') ?? '';
  // A pattern such as `all=` before the flags would leave out what follows for other packages.
  const ldflags = chosen.replace(/^[^-\s'"][^\s=]*=/, '');
  const check = minorOf(version) >= 23 ? '-checklinkname=0' : '';
  const linker = [ldflags, check].filter((part) => part !== '').join(' ');
  const vet = isTest && !hasVet ? ['-vet=off'] : [];
  return [...own, ...vet, ...(linker === '' ? [] : [`-ldflags=${linker}`]), `-overlay=${overlay}`];
}
