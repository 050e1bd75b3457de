import { Writer } from 'protobufjs/minimal';
import { decodeProfile } from '../../src/profile/wire/decode';
import type { Profile } from '../../src/profile/model';

/** A profile as text. */
export interface TextProfile {
  /** Sample types, such as `samples/count cpu/nanoseconds`. */
  readonly types: string;
  /**
   * One sample per line, leaf first: `1 10 | f@3 f.go:4 ^ g g.go:7 < main.main main.go:1 {key=value}`. `^` separates an
   * inlined frame from its caller, `@` precedes the line where a function starts, and `_` is a missing name or file.
   * `0x10` is a location without lines, and `0x10[vdso]` is such a location in the binary `[vdso]`.
   */
  readonly stacks: string;
  readonly binary?: string;
  readonly buildId?: string;
  readonly comments?: readonly string[];
  readonly docUrl?: string;
  readonly defaultType?: string;
  readonly dropFrames?: string;
  readonly keepFrames?: string;
  readonly timeNanos?: number;
  readonly durationNanos?: number;
}

/** Returns the profile as an uncompressed profile.proto message. */
export function profileFromText(profile: TextProfile): Uint8Array {
  return new ProfileWriter().write(profile);
}

/** Returns the decoded profile with these stacks (see TextProfile.stacks) and the sample type `cpu/nanoseconds`. */
export function profileOf(stacks: string, overrides: Partial<TextProfile> = {}): Profile {
  return decodeProfile(profileFromText({ types: 'cpu/nanoseconds', stacks, ...overrides }));
}

/** Writes the fields of proto/profile.proto by their numbers. */
class ProfileWriter {
  private readonly out = Writer.create();
  private readonly strings = new Map([['', 0]]);
  /** The ids of the written locations (field 4) and functions (field 5), by their text. */
  private readonly ids: Record<number, Map<string, number>> = { 4: new Map(), 5: new Map() };
  private readonly binaries = new Map<string, number>();

  write(profile: TextProfile): Uint8Array {
    for (const type of profile.types.split(' ')) this.message(1, (out) => this.valueType(out, type));
    if (profile.binary !== undefined) this.binary(profile.binary, profile.buildId ?? '');
    for (const line of profile.stacks.split('\n').filter((text) => text.includes('|'))) this.sample(line);
    this.text(7, profile.dropFrames);
    this.text(8, profile.keepFrames);
    this.number(9, profile.timeNanos);
    this.number(10, profile.durationNanos);
    for (const comment of profile.comments ?? []) this.text(13, comment);
    this.text(14, profile.defaultType);
    this.text(15, profile.docUrl);
    for (const text of this.strings.keys()) this.out.uint32((6 << 3) | 2).string(text);
    return this.out.finish();
  }

  private sample(line: string): void {
    const [values, stack, labels] = /^(.*?)\|(.*?)(?:\{(.*)\})?\s*$/.exec(line)!.slice(1);
    const locations = stack!.split(' < ').map((text) => text.trim()).filter((text) => text !== '');
    const ids = locations.map((text) => this.location(text));
    this.message(2, (out) => {
      for (const id of ids) out.uint32(1 << 3).uint64(id);
      for (const value of values!.trim().split(/\s+/)) out.uint32(2 << 3).int64(Number(value));
      for (const label of labels?.split(' ') ?? []) {
        const [key, value] = label.split('=') as [string, string];
        out.uint32((3 << 3) | 2).fork();
        out.uint32(1 << 3).int64(this.string(key)).uint32(2 << 3).int64(this.string(value)).ldelim();
      }
    });
  }

  private location(text: string): number {
    return this.idOf(4, text, (out, id) => {
      const address = /^(0x[0-9a-f]+)(.*)$/.exec(text);
      const binary = address?.[2] ? this.binary(address[2], '') : this.binaries.size > 0 ? 1 : 0;
      const frames = address ? [] : text.split(' ^ ').map((frame) => this.frame(frame.trim()));
      out.uint32(1 << 3).uint64(id).uint32(2 << 3).uint64(binary);
      out.uint32(3 << 3).uint64(address ? Number(address[1]) : 0x1000 + id);
      for (const [functionId, line] of frames) {
        out.uint32((4 << 3) | 2).fork().uint32(1 << 3).uint64(functionId).uint32(2 << 3).int64(line).ldelim();
      }
    });
  }

  private frame(text: string): [id: number, line: number] {
    const [, name, start, file, line] = /^(.*?)(?:@(\d+))? (\S+?)(?::(\d+))?$/.exec(text)!;
    const stringOf = (word: string): number => this.string(word === '_' ? '' : word);
    const id = this.idOf(5, `${name}@${start} ${file}`, (out, functionId) => {
      out.uint32(1 << 3).uint64(functionId).uint32(2 << 3).int64(stringOf(name!)).uint32(3 << 3).int64(stringOf(name!));
      out.uint32(4 << 3).int64(stringOf(file!)).uint32(5 << 3).int64(Number(start ?? 0));
    });
    return [id, Number(line ?? 0)];
  }

  private binary(name: string, buildId: string): number {
    const known = this.binaries.get(name);
    if (known !== undefined) return known;
    const id = this.binaries.size + 1;
    this.binaries.set(name, id);
    this.message(3, (out) => {
      out.uint32(1 << 3).uint64(id).uint32(2 << 3).uint64(id * 0x100000).uint32(3 << 3).uint64((id + 1) * 0x100000);
      out.uint32(5 << 3).int64(this.string(name)).uint32(6 << 3).int64(this.string(buildId)).uint32(7 << 3).bool(true);
    });
    return id;
  }

  /** Returns the id of `key`. At its first use, writes its message, after the messages that `body` itself writes. */
  private idOf(field: number, key: string, body: (out: Writer, id: number) => void): number {
    const ids = this.ids[field]!;
    let id = ids.get(key);
    if (id === undefined) {
      const newId = ids.size + 1;
      ids.set(key, (id = newId));
      this.message(field, (out) => body(out, newId));
    }
    return id;
  }

  private valueType(out: Writer, text: string): void {
    const [type, unit] = text.split('/') as [string, string];
    out.uint32(1 << 3).int64(this.string(type)).uint32(2 << 3).int64(this.string(unit));
  }

  private message(field: number, body: (out: Writer) => void): void {
    const out = Writer.create();
    body(out);
    this.out.uint32((field << 3) | 2).bytes(out.finish());
  }

  private text(field: number, value: string | undefined): void {
    if (value !== undefined) this.out.uint32(field << 3).int64(this.string(value));
  }

  private number(field: number, value: number | undefined): void {
    if (value !== undefined) this.out.uint32(field << 3).int64(value);
  }

  private string(text: string): number {
    let index = this.strings.get(text);
    if (index === undefined) this.strings.set(text, (index = this.strings.size));
    return index;
  }
}
