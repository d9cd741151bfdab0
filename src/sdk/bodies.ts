import type { CallOptions } from './options.ts';
import type { Asked } from './requests.ts';
import { formOf } from './uploads.ts';

/** What is sent with a call, each time that it is sent. */
export interface Body {
  readonly isRepeatable: boolean;
  open(): {
    /** Headers that say what it is. */
    readonly type?: Readonly<Record<string, string>>;
    readonly body?: string | ReadableStream;
    readonly duplex?: 'half';
  };
}

export async function bodyOf({ body, file }: Asked, onProgress: CallOptions['onProgress']): Promise<Body> {
  if (file !== undefined) return formOf(file, body ?? {}, onProgress);
  const json = body && { type: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return { isRepeatable: true, open: () => json ?? {} };
}
