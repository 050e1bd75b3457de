import type { CaptureFiles } from '../../captures/loaded/captureDrafts';
import type { StoredPiece } from '../../captures/disk/captureStore';
import { measuredOf } from '../../captures/timeOfProfile';
import type { QueryEngine } from '../../engine/client';
import { ignored } from '../../profile/common/ignored';

export interface PieceLimits {
  /** How many pieces are kept. */
  readonly count: number;
  /** How many bytes they have together. */
  readonly bytes: number;
  /** How many of the last ones are kept as they are. */
  readonly last: number;
}

const LIMITS: PieceLimits = { count: 120, bytes: 32 << 20, last: 24 };

interface SizedPiece extends StoredPiece {
  readonly bytes: number;
}

/**
 * The pieces of a CPU profile, kept as files of the capture, so that a time can be chosen later. When there are too
 * many, two neighbours become one: those that have the least time together, so that all parts of a long run can be told
 * apart equally well, and its last minutes better.
 */
export class KeptPieces {
  private pieces: readonly SizedPiece[] = [];
  /** Files that the stored capture may still name. */
  private outdated: readonly string[] = [];
  /** Set when a piece could not be stored. */
  private hasFailed = false;

  constructor(
    private readonly engine: QueryEngine,
    private readonly files: CaptureFiles,
    private readonly limits = LIMITS,
  ) {}

  /** As the capture's `timeline` names them. */
  get stored(): readonly StoredPiece[] {
    return this.pieces.map(({ bytes: _, ...piece }) => piece);
  }

  /**
   * Adds a piece that begins where the last one ended, or later. Never rejects: without pieces, no time is chosen.
   * @param measured how much of the time was measured, if pieces do not follow one another
   */
  async add(from: number, to: number, bytes: Uint8Array, measured?: number): Promise<void> {
    if (this.hasFailed) return;
    try {
      this.pieces = [...this.pieces, await this.save(from, to, bytes, measured)];
      while (this.isTooMuch()) await this.joinTwo();
    } catch (error) {
      this.hasFailed = true;
      ignored('later pieces of the CPU profile are not kept')(error);
    }
  }

  /** Deletes the files of pieces that became one. Call when the capture is stored without them. Never rejects. */
  async removeOutdated(): Promise<void> {
    const { outdated } = this;
    this.outdated = [];
    for (const each of outdated) await this.files.remove(each);
  }

  private isTooMuch(): boolean {
    const { pieces, limits } = this;
    if (pieces.length < 2) return false;
    return pieces.length > limits.count || pieces.reduce((sum, { bytes }) => sum + bytes, 0) > limits.bytes;
  }

  private async joinTwo(): Promise<void> {
    const { pieces, files } = this;
    const end = Math.max(1, pieces.length - this.limits.last - 1);
    const length = (i: number) => pieces[i + 1].to - pieces[i].from;
    let at = 0;
    for (let i = 1; i < end; i++) if (length(i) < length(at)) at = i;
    const two = pieces.slice(at, at + 2);
    const sources = two.map(({ fileName }) => ({ kind: 'file', path: files.pathOf(fileName) }) as const);
    const bytes = await this.engine.ask('mergedBytes', { sources });
    const joined = await this.save(two[0].from, two[1].to, bytes, measuredOf(two));
    this.pieces = [...pieces.slice(0, at), joined, ...pieces.slice(at + 2)];
    this.outdated = [...this.outdated, ...two.map(({ fileName }) => fileName)];
  }

  private async save(from: number, to: number, bytes: Uint8Array, measured?: number): Promise<SizedPiece> {
    const fileName = `piece.${from}-${to}.pprof`;
    await this.files.save(fileName, bytes);
    return { from, to, fileName, ...(measured !== undefined && { measured }), bytes: bytes.byteLength };
  }
}
