import { formOf } from './forms.ts';
import type { CallOptions } from './options.ts';
import type { Asked } from './requests.ts';

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

export async function bodyOf({ body, file }: Asked, { onProgress }: CallOptions): Promise<Body> {
  if (file !== undefined) return formOf(file, body ?? {}, onProgress);
  const json = { headers: { 'content-type': 'application/json' }, content: JSON.stringify(body) };
  const payload: Payload = body ? json : { headers: {} };
  return { isRepeatable: true, open: () => payload };
}
