import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CaptureFiles } from '../../captures/loaded/captureDrafts';
import type { StoredTimeline } from '../../captures/disk/captureStore';
import { ignored } from '../../profile/common/ignored';

/** How often the figures of a program that runs are stored, in milliseconds. */
const INTERVAL_MS = 10_000;

/** The runtime's figures of a program, stored with its capture now and then, and at its end. */
export class StoredFigures {
  private texts: string[] = [];
  private fileName: string | undefined;
  private savedAt = -Infinity;
  private saves = 0;
  /** Files that the stored capture may still name. */
  private outdated: readonly string[] = [];

  /** @param now milliseconds since the epoch */
  constructor(
    private readonly files: CaptureFiles,
    private readonly now: () => number = Date.now,
  ) {}

  get stored(): Pick<StoredTimeline, 'figures'> {
    return this.fileName === undefined ? {} : { figures: this.fileName };
  }

  /** @param isAnew whether the text replaces what was added before */
  add(text: string, isAnew: boolean): void {
    if (isAnew) this.texts = [];
    this.texts.push(text);
  }

  /** Stores the figures if that was not done lately, or `isLast`. Never rejects. */
  async save(isLast = false): Promise<void> {
    if (this.texts.length === 0 || (!isLast && this.now() - this.savedAt < INTERVAL_MS)) return;
    this.savedAt = this.now();
    // A new file, because the stored capture must be whole at any moment.
    const fileName = `figures.${this.saves++}.gz`;
    try {
      await this.files.save(fileName, await promisify(gzip)(this.texts.join('')));
    } catch (error) {
      return ignored('the figures of a program are not stored')(error);
    }
    if (this.fileName !== undefined) this.outdated = [...this.outdated, this.fileName];
    this.fileName = fileName;
  }

  /** Deletes earlier files. Call when the capture is stored with the last one. Never rejects. */
  async removeOutdated(): Promise<void> {
    const { outdated } = this;
    this.outdated = [];
    for (const each of outdated) await this.files.remove(each);
  }
}
