/** What one call may be told. */
export interface CallOptions {
  /** Ends the call at whatever it is: it rejects with the signal's reason, and nothing is sent again. */
  readonly signal?: AbortSignal;
  /** Told as the bytes of a file go out, or with `downloadTo` come in; of what is sent again it is told from the start again. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** How many bytes of the file so far. */
  readonly bytes: number;
  /** Of how many, where that is known. */
  readonly total?: number;
}
