import type { FetchedPart, FetchedParts, PartFacts } from '../../engine/queries';
import type { QueryEngine } from '../../engine/client';
import type { TakenPart, TakenSet } from '../../live/set/takeSet';
import { AT_ONCE, ProfileSum } from './profileSum';

/** What an instance sent of one kind. */
export interface PartOfInstance {
  readonly label: string;
  readonly instance: string;
  readonly facts: PartFacts;
}

interface SummedProfile {
  readonly label: string;
  /** Gzipped; undefined if no part of it could be used. */
  readonly bytes: Uint8Array | undefined;
  readonly sampleCount: number;
}

/**
 * The profiles of all instances of a service, by kind. They are added up as they come, so that memory grows with their
 * sum only.
 */
export class ServiceSums {
  private readonly sums = new Map<string, KindSum>();
  readonly parts: PartOfInstance[] = [];

  /** @param hasMany whether samples get the name of their instance as a label */
  constructor(
    private readonly engine: QueryEngine,
    private readonly signal: AbortSignal,
    private readonly hasMany: boolean,
  ) {}

  /** Adds what an instance sent. Throws EngineError or an AbortError. */
  async add(instance: string, { parts }: TakenSet): Promise<void> {
    for (const part of parts) await this.sumOf(part).add(instance, part);
  }

  /** The profiles in the order in which their kinds came first. Throws like `add`. */
  async end(): Promise<SummedProfile[]> {
    const profiles: SummedProfile[] = [];
    for (const sum of this.sums.values()) profiles.push(await sum.end());
    return profiles;
  }

  private sumOf({ label, how, types }: TakenPart): KindSum {
    const known = this.sums.get(label);
    if (known) return known;
    const { engine, signal, hasMany } = this;
    const kind = { label, isDelta: how === 'delta', ...(types !== undefined && { types }) };
    const sum = new KindSum(kind, { engine, signal, hasMany }, (part) => this.parts.push(part));
    this.sums.set(label, sum);
    return sum;
  }
}

interface SumParts {
  readonly engine: QueryEngine;
  readonly signal: AbortSignal;
  readonly hasMany: boolean;
}

class KindSum {
  private waiting: { readonly instance: string; readonly part: FetchedPart }[] = [];
  private readonly sum: ProfileSum;
  private sampleCount = 0;

  constructor(
    private readonly kind: Omit<FetchedParts, 'parts'> & { readonly label: string },
    private readonly parts: SumParts,
    private readonly onPart: (part: PartOfInstance) => void,
  ) {
    this.sum = new ProfileSum(parts.engine, parts.signal, { areOfSameTime: true });
  }

  async add(instance: string, { bytes, before }: TakenPart): Promise<void> {
    const named = this.parts.hasMany && { instance };
    this.waiting.push({ instance, part: { bytes, ...(before && { before }), ...named } });
    if (this.waiting.length >= AT_ONCE) await this.addUp();
  }

  async end(): Promise<SummedProfile> {
    if (this.waiting.length > 0) await this.addUp();
    const { kind: { label }, sampleCount } = this;
    return { label, bytes: await this.sum.end(), sampleCount };
  }

  private async addUp(): Promise<void> {
    const { engine, signal } = this.parts;
    const { label, ...kind } = this.kind;
    const { waiting } = this;
    this.waiting = [];
    const { bytes, facts } = await engine.ask('serviceProfile', { ...kind, parts: waiting.map(({ part }) => part) }, signal);
    for (const [i, { instance }] of waiting.entries()) this.onPart({ label, instance, facts: facts[i] });
    this.sampleCount += facts.reduce((sum, { problem, sampleCount }) => sum + (problem ? 0 : sampleCount), 0);
    if (bytes) await this.sum.add(bytes);
  }
}
