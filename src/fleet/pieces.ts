import { setTimeout as delay } from 'node:timers/promises';
import { CaptureError, type CaptureFailure } from '../common/captureError';
import { StatusError } from '../http/httpFailure';
import type { FleetQuery, TimeRange } from './fleetQuery';
import type { FleetProfile, FleetStore } from './fleetStore';
import { cutRange, RangeLimitError, rangeText } from './timePieces';

/** Pieces that are asked side by side. */
const AT_ONCE = 3;
const TELL_MS = 250;
/** How often a piece is asked again because the store is busy, and how long each time at most. */
const MAX_RETRIES = 5;
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1000;
/** Failures that every other piece would have too. */
const OF_ALL: readonly CaptureFailure[] = ['unreachable', 'badAddress', 'badCommand', 'toolNotFound'];
const STATUS_OF_ALL: readonly number[] = [401, 403, 404, 407];
const CANCELLED = 'it was cancelled';

export interface PiecesOptions {
  /** Ends the questions; what came before is kept. */
  readonly signal: AbortSignal;
  /** Of each profile. */
  readonly maxUnpackedBytes: number;
  /** The length of the pieces in milliseconds, such as a day; by default as long as the store allows. */
  readonly pieceMs?: number;
  /**
   * Takes a profile; the next one waits for it, so that only a few are in memory at once. What it throws ends the
   * questions, and is thrown.
   */
  readonly onProfile: (profile: FleetProfile, piece: TimeRange) => Promise<void>;
  /** Called about four times a second, and after each piece. */
  readonly onProgress?: (progress: PiecesProgress) => void;
}

export interface PiecesProgress {
  /** Pieces that have come, are empty or have failed. */
  readonly done: number;
  readonly all: number;
  readonly profiles: number;
  readonly receivedBytes: number;
  /** Profiles that a store has read that does not merge, and of how many if known. */
  readonly read?: { readonly count: number; readonly all: number | undefined };
  /** Set while the store is too busy: it is asked again in this time. */
  readonly retryInMs?: number;
}

export interface PiecesAnswer {
  /** 0 if there is no data. */
  readonly profiles: number;
  readonly pieces: number;
  /** In the order of time. */
  readonly missing: readonly MissingPiece[];
  /** What is not true in at least one of the profiles. */
  readonly unknown: FleetProfile['unknown'];
  /** Sentences on what the answer lacks, also on what is missing; each once. */
  readonly notes: readonly string[];
}

export interface MissingPiece {
  readonly range: TimeRange;
  /** `Piece 7 of 30 (2026-11-07 00:00 to 2026-11-08 00:00) is missing: …` */
  readonly sentence: string;
}

/**
 * Asks a store for a query of any range, in pieces that it allows: a few side by side, the last ones of the range
 * first, so that a cancelled question has what is newest. A busy store is asked again when it wants. The others go on
 * if a piece fails, whatever the error is. Throws the failure if nothing came, the signal's reason if it was cancelled
 * before anything came, or what `onProfile` throws.
 */
export function askInPieces(store: FleetStore, query: FleetQuery, options: PiecesOptions): Promise<PiecesAnswer> {
  return new PiecesQuestion(store, query, options).ask();
}

interface Piece {
  readonly range: TimeRange;
  tries: number;
  receivedBytes: number;
  /** Whether a profile of it was handed on, so that it must not be asked again. */
  hasCome: boolean;
  isDone: boolean;
  failure?: string;
}

class PiecesQuestion {
  private readonly pieces: Piece[] = [];
  /** Those that are still to be asked, the next one last. */
  private readonly waiting: Piece[] = [];
  private readonly notes = new Set<string>();
  private readonly end = new AbortController();
  private unknown: FleetProfile['unknown'] = {};
  private profiles = 0;
  private read: PiecesProgress['read'];
  private resumeAt = 0;
  private handing: Promise<void> = Promise.resolve();
  private firstFailure: Error | undefined;
  /** What ends all questions: an error of `onProfile`. */
  private fatal: { readonly error: unknown } | undefined;

  constructor(
    private readonly store: FleetStore,
    private readonly query: FleetQuery,
    private readonly options: PiecesOptions,
  ) {}

  async ask(): Promise<PiecesAnswer> {
    const { signal, onProgress } = this.options;
    signal.throwIfAborted();
    this.add(this.query.range);
    const timer = setInterval(() => this.tell(), TELL_MS);
    this.tell();
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.work()));
    } finally {
      clearInterval(timer);
      this.end.abort();
    }
    if (this.fatal) throw this.fatal.error;
    if (this.profiles === 0) signal.throwIfAborted();
    if (this.profiles === 0 && this.firstFailure) throw this.firstFailure;
    onProgress?.(this.progress());
    return this.answer();
  }

  /** The pieces of a range, so that its last one is asked next. */
  private add(range: TimeRange): void {
    const { store: { maxRangeMs }, options: { pieceMs } } = this;
    const shortest = Math.min(pieceMs ?? Infinity, maxRangeMs ?? Infinity);
    const length = shortest === Infinity ? undefined : shortest;
    const begun = { tries: 0, receivedBytes: 0, hasCome: false, isDone: false };
    const pieces = cutRange(range, length).map((each) => ({ range: each, ...begun }));
    this.pieces.push(...pieces);
    this.waiting.push(...pieces);
  }

  private async work(): Promise<void> {
    for (let piece = this.waiting.pop(); piece !== undefined; piece = this.waiting.pop()) {
      try {
        await this.untilResumed();
        await this.askOne(piece);
        piece.isDone = true;
      } catch (error) {
        if (this.isEnded()) piece.failure ??= CANCELLED;
        else this.failed(piece, error);
      }
      this.tell();
    }
  }

  private async askOne(piece: Piece): Promise<void> {
    const { store, query, options: { signal, maxUnpackedBytes, onProfile } } = this;
    const { range } = piece;
    signal.throwIfAborted();
    const asked = store.merge({ ...query, range }, {
      signal: AbortSignal.any([signal, this.end.signal]),
      maxUnpackedBytes,
      onBytes: (received) => void (piece.receivedBytes = received),
      onRead: (count, all) => void (this.read = { count, all }),
      onNote: (note) => void this.notes.add(note),
    });
    for await (const profile of asked) {
      piece.hasCome = true;
      const handed = this.handing.then(async () => {
        if (!this.fatal) await onProfile(profile, range);
      });
      this.handing = handed.catch((error: unknown) => this.endWith(error));
      await this.handing;
      if (this.fatal) return;
      this.profiles++;
      this.unknown = { ...this.unknown, ...profile.unknown };
      profile.notes.forEach((note) => this.notes.add(note));
    }
  }

  private failed(piece: Piece, error: unknown): void {
    if (!(error instanceof Error)) return this.endWith(error);
    const { from, to } = piece.range;
    const { maxRangeMs = Infinity } = this.store;
    if (error instanceof RangeLimitError && maxRangeMs < to - from && !piece.hasCome) {
      this.pieces.splice(this.pieces.indexOf(piece), 1);
      return this.add(piece.range);
    }
    const waitMs = waitOf(error, piece.tries);
    if (waitMs !== undefined && !piece.hasCome && piece.tries++ < MAX_RETRIES) {
      this.resumeAt = Math.max(this.resumeAt, performance.now() + waitMs);
      this.waiting.push(piece);
      return;
    }
    this.firstFailure ??= error;
    piece.isDone = true;
    piece.failure = error.message;
    if (!isOfAll(error)) return;
    for (const rest of this.waiting.splice(0)) rest.failure = error.message;
  }

  private endWith(error: unknown): void {
    this.fatal ??= { error };
    this.waiting.length = 0;
    this.end.abort();
  }

  private isEnded(): boolean {
    return this.options.signal.aborted || this.end.signal.aborted;
  }

  private async untilResumed(): Promise<void> {
    for (let left = this.leftMs(); left > 0; left = this.leftMs()) {
      await delay(left, undefined, { signal: AbortSignal.any([this.options.signal, this.end.signal]) });
    }
  }

  private leftMs(): number {
    return this.resumeAt - performance.now();
  }

  private tell(): void {
    this.options.onProgress?.(this.progress());
  }

  private progress(): PiecesProgress {
    const { pieces, profiles, read } = this;
    const leftMs = this.leftMs();
    return {
      done: pieces.filter(({ isDone }) => isDone).length,
      all: pieces.length,
      profiles,
      receivedBytes: pieces.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
      ...(read && { read }),
      ...(leftMs > 0 && { retryInMs: leftMs }),
    };
  }

  private answer(): PiecesAnswer {
    const inOrder = this.pieces.sort((a, b) => a.range.from - b.range.from);
    const missing = inOrder.flatMap(({ range, isDone, failure = isDone ? undefined : CANCELLED }, i) => {
      if (failure === undefined) return [];
      const number = `Piece ${i + 1} of ${inOrder.length} (${rangeText(range)})`;
      const name = inOrder.length === 1 ? 'A part of the answer' : number;
      return [{ range, sentence: `${name} is missing: ${failure}${/[.!?]$/.test(failure) ? '' : '.'}` }];
    });
    const { profiles, unknown, notes } = this;
    const said = [...notes, ...missing.map(({ sentence }) => sentence)];
    return { profiles, pieces: inOrder.length, missing, unknown, notes: said };
  }
}

/** How long a busy store is left alone, in milliseconds; undefined if this failure is another one, or it takes long. */
function waitOf(error: Error, tries: number): number | undefined {
  if (!(error instanceof StatusError)) return undefined;
  const { status, retryAfterMs } = error;
  if (retryAfterMs !== undefined) return retryAfterMs <= MAX_WAIT_MS ? retryAfterMs : undefined;
  return status === 429 ? FIRST_WAIT_MS * 2 ** tries : undefined;
}

function isOfAll(error: Error): boolean {
  if (!(error instanceof CaptureError)) return false;
  return OF_ALL.includes(error.failure) || (error instanceof StatusError && STATUS_OF_ALL.includes(error.status));
}
