import type { Body, Payload } from './body.ts';
import { formOf } from './forms.ts';
import type { CallOptions } from './options.ts';
import type { Asked } from './requests.ts';

export async function bodyOf({ body, file }: Asked, { onProgress }: CallOptions): Promise<Body> {
  if (file !== undefined) return formOf(file, body ?? {}, onProgress);
  const json = { headers: { 'content-type': 'application/json' }, content: JSON.stringify(body) };
  const payload: Payload = body ? json : { headers: {} };
  return { isRepeatable: true, open: () => payload };
}
