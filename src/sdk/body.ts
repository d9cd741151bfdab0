/** What is sent with a call, opened each time that it is sent. */
export interface Body {
  readonly isRepeatable: boolean;
  open(): Payload | Promise<Payload>;
}

export interface Payload {
  /** Headers that say what it is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | Blob | ReadableStream<Uint8Array>;
  /** Told how many bytes of the content are out, where whoever sends it knows. */
  readonly onSent?: (bytes: number) => void;
  /** Why the content could not be read to its end. */
  readonly failure?: () => Error | undefined;
}

/** A request that is about to be sent. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Payload;
  readonly signal: AbortSignal | undefined;
}
