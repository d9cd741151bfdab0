/** What one call may be told. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason, and nothing is sent again. */
  readonly signal?: AbortSignal;
  /** Told of an upload as its bytes leave: how many so far, and of how many where that is known. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly sent: number;
  readonly total?: number;
}
