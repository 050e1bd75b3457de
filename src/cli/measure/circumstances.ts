import { conditionDifferences, type Conditions } from '../../captures/disk/conditions';
import { recordedEnvironment } from '../../captures/disk/environment';
import type { GoTestBuild } from '../../go/captureTypes';
import type { Program } from './programs';
import type { Sides } from './sides';
import { cpus } from 'node:os';

/** What both programs ran under, as texts, and sentences on what differs between them. */
export interface Circumstances {
  readonly facts: readonly string[];
  readonly notes: readonly string[];
}

export function circumstancesOf(programs: readonly Program[], { before, now }: Sides): Circumstances {
  const [old, current] = [before, now].map((side) => programs.find((program) => program.side === side)?.build);
  if (!old || !current) return { facts: [], notes: [] };
  const [conditionsBefore, conditions] = [old, current].map(conditionsOf);
  const differences = conditionDifferences(conditions, conditionsBefore, before.name);
  const variables = Object.entries(conditions.environment ?? {}).map(([name, value]) => `${name}=${value}`);
  const facts = [cpus()[0]?.model.trim() ?? '', current.goVersion, `${process.platform}/${process.arch}`, ...current.flags.filter((flag) => !flag.startsWith('-benchtime'))];
  return {
    facts: [...facts, ...variables].filter((fact) => fact !== ''),
    notes: differences.length === 0 ? [] : [`The two programs differ not only in code: ${differences.join('; ')}.`],
  };
}

function conditionsOf({ goVersion, goExperiment, environment, flags }: GoTestBuild): Conditions {
  return { goVersion, goExperiment, environment: recordedEnvironment(environment), flags: flags.filter((flag) => !flag.startsWith('-overlay=')) };
}
