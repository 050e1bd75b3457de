/** A text in memory that the threads share, if they can. */
export interface TextBytes {
  /** Identifies the bytes. Never reused. */
  readonly text: number;
  readonly bytes: SharedArrayBuffer | ArrayBuffer;
}
