/** The body of a call, opened for each attempt. */
export interface Body {
  readonly isRepeatable: boolean;
  open(): Payload | Promise<Payload>;
}

export interface Payload {
  /** Headers that describe the content. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | Blob | ReadableStream<Uint8Array>;
  /** Called with the number of bytes sent, if the transport knows it. */
  readonly onSent?: (bytes: number) => void;
  /** Why the content could not be read completely. */
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
