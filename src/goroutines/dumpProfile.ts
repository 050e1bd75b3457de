import { Writer } from 'protobufjs/minimal';
import type { Dumps, Group } from './dump';
import { labelPairs } from './headerLine';
import type { Stacks } from './stacks';
import type { StackFrame } from './answers';
import {
  FunctionTag, LabelTag, LineTag, LocationTag, ProfileTag, SampleTag, ValueTypeTag,
} from '../profile/wire/fieldTags';

/**
 * The goroutines as a pprof profile, as Go's own goroutine profile counts them: a sample per stack and label set, of
 * sample type `goroutine/count`. Frames that the text leaves out or that created goroutines are missing. Leaked
 * goroutines have the sample type `goroutineleak/count`, and as their last frame the statement that created them, so
 * that its line shows how many of its goroutines leaked. The label `leaked by` names the test or program, the label
 * `service` one of several services.
 * @param dump the index of a dump; undefined: all together
 */
export function dumpProfile({ dumps, stacks }: Dumps, dump: number | undefined): Uint8Array {
  const chosen = dump === undefined ? dumps : dumps.slice(dump, dump + 1);
  const areLeaks = chosen.length > 0 && chosen.every(({ leakedBy }) => leakedBy !== undefined);
  const writer = new ProfileWriter(stacks, areLeaks);
  for (const { groups, kind, leakedBy, text: { service } } of chosen) {
    const own: Label[] = [];
    if (leakedBy !== undefined) own.push(['leaked by', leakedBy]);
    if (service !== undefined) own.push(['service', service]);
    if (kind !== 'race') for (const group of groups.values()) writer.add(group, own);
  }
  return writer.finish();
}

type Label = readonly [key: string, value: string];

class ProfileWriter {
  private readonly out = Writer.create();
  private readonly strings = new Map([['', 0]]);
  private readonly functions = new Map<string, number>();
  private readonly locations = new Map<string, number>();

  constructor(
    private readonly stacks: Stacks,
    private readonly areLeaks: boolean,
  ) {
    this.out.uint32(ProfileTag.SampleType).fork();
    this.out.uint32(ValueTypeTag.Type).uint32(this.string(areLeaks ? 'goroutineleak' : 'goroutine'));
    this.out.uint32(ValueTypeTag.Unit).uint32(this.string('count')).ldelim();
  }

  /** @param own the labels of all goroutines of the dump */
  add({ stack, count, labels }: Group, own: readonly Label[]): void {
    if (count === 0) return;
    const { frames: all, createdBy } = this.stacks.of(stack);
    const frames = [...all, ...(this.areLeaks && createdBy ? [createdBy] : [])].filter(({ file }) => file !== '');
    const ids = frames.map((frame) => this.location(frame));
    let rest = count;
    for (const [text, labeled] of labels) {
      this.sample(ids, labeled, [...labelPairs(text), ...own]);
      rest -= labeled;
    }
    if (rest > 0) this.sample(ids, rest, own);
  }

  finish(): Uint8Array {
    for (const text of this.strings.keys()) this.out.uint32(ProfileTag.String).string(text);
    return this.out.finish();
  }

  private sample(ids: readonly number[], count: number, labels: readonly Label[]): void {
    const { out } = this;
    out.uint32(ProfileTag.Sample).fork();
    for (const id of ids) out.uint32(SampleTag.LocationId).uint32(id);
    out.uint32(SampleTag.Value).uint32(count);
    for (const [key, value] of labels) {
      out.uint32(SampleTag.Label).fork();
      out.uint32(LabelTag.Key).uint32(this.string(key));
      out.uint32(LabelTag.Str).uint32(this.string(value)).ldelim();
    }
    out.ldelim();
  }

  /** The id of a location, which is written with its first use. */
  private location({ function: name, file, line }: StackFrame): number {
    const key = `${line}\n${file}\n${name}`;
    const known = this.locations.get(key);
    if (known !== undefined) return known;
    const fn = this.function(name, file);
    const id = this.locations.size + 1;
    this.locations.set(key, id);
    const { out } = this;
    out.uint32(ProfileTag.Location).fork();
    out.uint32(LocationTag.Id).uint32(id);
    out.uint32(LocationTag.Line).fork();
    out.uint32(LineTag.FunctionId).uint32(fn);
    out.uint32(LineTag.Line).uint32(line).ldelim().ldelim();
    return id;
  }

  private function(name: string, file: string): number {
    const key = `${file}\n${name}`;
    const known = this.functions.get(key);
    if (known !== undefined) return known;
    const id = this.functions.size + 1;
    this.functions.set(key, id);
    const { out } = this;
    out.uint32(ProfileTag.Function).fork();
    out.uint32(FunctionTag.Id).uint32(id);
    out.uint32(FunctionTag.Name).uint32(this.string(name));
    out.uint32(FunctionTag.SystemName).uint32(this.string(name));
    out.uint32(FunctionTag.Filename).uint32(this.string(file)).ldelim();
    return id;
  }

  private string(text: string): number {
    let id = this.strings.get(text);
    if (id === undefined) {
      id = this.strings.size;
      this.strings.set(text, id);
    }
    return id;
  }
}
