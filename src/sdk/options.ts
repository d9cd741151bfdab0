/** Options of one call. */
export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason and sends nothing more. */
  readonly signal?: AbortSignal;
  /** Called while a file is uploaded, or downloaded with `downloadTo`. A retry starts again from zero. */
  readonly onProgress?: (progress: Progress) => void;
  /** Holds the last answer of a read that is repeated. While it stays the same, the gateway sends no body. */
  readonly held?: HeldAnswer;
}

/** Filled by the call. Begin with an empty object. */
export interface HeldAnswer {
  tag?: string;
  answer?: unknown;
}

export interface Progress {
  /** Bytes of the file so far. */
  readonly bytes: number;
  /** The size of the file, if known. */
  readonly total?: number;
}
