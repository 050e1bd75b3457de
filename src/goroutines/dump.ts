import { labelText } from './headerLine';
import { LEAKS_MESSAGE } from './leakedGoroutines';
import { Members } from './members';
import { isObject } from '../profile/common/shapes';
import type { Stacks } from './stacks';

/** How many ids of a group are stored. */
export const MAX_IDS = 20;
/** How many states a text may have: their number is part of the key of a group. */
const MAX_STATES = 2 ** 12;

/** Goroutines with the same stack and the same state. */
export interface Group {
  readonly key: number;
  readonly stack: number;
  readonly state: string;
  count: number;
  longestWait: number;
  locked: number;
  readonly ids: number[];
  /** Goroutines by label set; a group without labels has none. */
  readonly labels: Map<string, number>;
  /** Whether a message stands above one of them. */
  isCrash: boolean;
}

/** `counts`: goroutines without state, as `debug=1` prints them; `race`: the sections of a race report. */
export type DumpKind = 'stacks' | 'counts' | 'race';

/** What is known of a text besides its bytes. */
export interface TextFacts {
  /** The service that answered it, if several are shown together. */
  readonly service?: string;
  /** Whether it is what others are compared with. */
  readonly isBefore?: boolean;
  /** Milliseconds since the epoch. */
  readonly takenAt?: number;
  /** Identifies the process, with its start. */
  readonly process?: string;
  /** The index of the dump that is compared; unset: the last. */
  readonly dump?: number;
}

/** A part of a text: the goroutines of one moment. */
export class Dump {
  readonly groups = new Map<number, Group>();
  readonly members = new Members();
  goroutines = 0;

  /**
   * @param message the lines above the goroutines
   * @param stated the total that the text states
   */
  constructor(
    readonly kind: DumpKind,
    readonly message: string,
    readonly stated?: number,
    readonly text: TextFacts = {},
  ) {}

  /** The test or program that has leaked its goroutines; undefined if they are not leaked ones: see leaksText. */
  get leakedBy(): string | undefined {
    return this.message.startsWith(LEAKS_MESSAGE) ? this.message.slice(LEAKS_MESSAGE.length) : undefined;
  }

  /** Nothing crashed if a user asked for the goroutines. */
  private get isCrash(): boolean {
    return this.message !== '' && !this.message.startsWith('SIGQUIT') && this.leakedBy === undefined;
  }

  group(key: number, stack: number, state: string): Group {
    const known = this.groups.get(key);
    if (known) return known;
    const isCrash = this.isCrash && (this.groups.size === 0 || this.kind === 'race');
    const group = { key, stack, state, count: 0, longestWait: 0, locked: 0, ids: [], labels: new Map(), isCrash };
    this.groups.set(key, group);
    return group;
  }

  add(group: Group, { count, longestWait, locked }: Pick<Group, 'count' | 'longestWait' | 'locked'>): void {
    this.goroutines += count;
    group.count += count;
    group.locked += locked;
    if (longestWait > group.longestWait) group.longestWait = longestWait;
  }
}

export function addId({ ids }: Group, id: number): void {
  if (ids.length < MAX_IDS) ids.push(id);
}

export function addLabels({ labels }: Group, text: string, count: number): void {
  labels.set(text, (labels.get(text) ?? 0) + count);
}

/** All that was read from a text. */
export interface Dumps {
  readonly dumps: readonly Dump[];
  readonly stacks: Stacks;
  readonly keys: GroupKeys;
}

/** Numbers the groups of a text. */
export class GroupKeys {
  private readonly states = new Map<string, number>();

  keyOf(stack: number, state: string): number {
    let id = this.states.get(state);
    if (id === undefined) {
      id = Math.min(this.states.size, MAX_STATES - 1);
      this.states.set(state, id);
    }
    return stack * MAX_STATES + id;
  }
}

/** The label set after `# labels: `, which is JSON; empty if it is damaged. */
export function labelsInJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? labelText(Object.entries(value).map(([key, label]) => [key, String(label)])) : '';
  } catch {
    return '';
  }
}
