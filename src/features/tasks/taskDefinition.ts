import { PROFILE_KINDS, PROGRAM_KINDS, type ProfileKind, type ProgramKind } from '../../go/captureTypes';
import { isText, listOf, optional, recordOf, shape } from '../../profile/common/shapes';
import { argumentText } from '../../common/argumentWords';

/** A task that runs a program. */
interface ProgramTask {
  readonly what: 'program';
  /** The folder of a package main, or a Go file of it; relative to the workspace folder, or absolute. */
  readonly program: string;
  readonly kinds: readonly ProgramKind[];
  /** As ProgramOptions has them. */
  readonly args: string;
  readonly env: string;
  /** Absolute, or relative to the workspace folder; unset for the folder of the program. */
  readonly cwd: string | undefined;
}

/** A task that runs a test, a benchmark, an example, or a case of one. */
interface TestTask {
  readonly what: 'test';
  readonly name: string;
  /** The folder of its package, as in ProgramTask. */
  readonly folder: string;
  /** If unset, those of the settings. */
  readonly kinds: readonly ProfileKind[] | undefined;
}

const isDefinition = shape({
  program: optional(isText),
  test: optional(isText),
  benchmark: optional(isText),
  package: optional(isText),
  kinds: optional(listOf(isText)),
  args: optional(listOf(isText)),
  env: optional(recordOf(isText)),
  cwd: optional(isText),
});

/** Reads a task of tasks.json. Throws an Error for the user. */
export function readTaskDefinition(definition: unknown): ProgramTask | TestTask {
  if (!isDefinition(definition)) {
    const types = 'kinds and args are lists of texts, env has a text for each name, and the rest are texts';
    throw new Error(`The task has a value of the wrong type: ${types}.`);
  }
  const { program, test, benchmark, args, env, cwd } = definition;
  const [target, ...more] = [program, test, benchmark].filter((each) => each !== undefined);
  if (target === undefined || target === '' || more.length > 0) {
    const values = 'the folder of a package main, or the name of a function';
    throw new Error(`The task needs one of program, test and benchmark: ${values}.`);
  }
  if (program !== undefined) {
    if (definition.package !== undefined) {
      throw new Error('package belongs to a test or benchmark: program is a folder itself.');
    }
    const kinds = kindsOf(definition.kinds, PROGRAM_KINDS, 'A program') ?? ['cpu', 'memory'];
    const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
    return { what: 'program', program, kinds, args: argumentText(args ?? []), env: argumentText(variables), cwd };
  }
  if ([args, env, cwd].some((each) => each !== undefined)) {
    throw new Error('args, env and cwd belong to a program: tests and benchmarks take theirs from the linecost.go settings.');
  }
  const kinds = kindsOf(definition.kinds, PROFILE_KINDS, 'A test or benchmark');
  return { what: 'test', name: target, folder: definition.package ?? '.', kinds };
}

function kindsOf<T extends string>(
  kinds: readonly string[] | undefined,
  known: readonly T[],
  subject: string,
): readonly T[] | undefined {
  const unknown = kinds?.find((kind) => !known.some((each) => each === kind));
  if (unknown !== undefined) throw new Error(`${subject} has no kind ${unknown}: choose from ${known.join(', ')}.`);
  const chosen = known.filter((kind) => kinds?.includes(kind));
  return chosen.length === 0 ? undefined : chosen;
}
