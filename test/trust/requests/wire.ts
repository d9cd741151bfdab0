import { field, filePart, rawForm } from '../../support/forms.ts';
import type { Random } from '../../support/random.ts';

/** A gateway as whoever writes HTTP by hand speaks to it. */
export interface Wire {
  readonly url: string;
  /** The head of a request such as `GET /me`, with a good token. */
  head(request: string, ...fields: string[]): string;
}

export const wireTo = (url: string, token: string): Wire => ({
  url,
  head(request, ...fields) {
    const [method, path] = request.split(' ', 2);
    const line = `${method} /api/workspace${path} HTTP/1.1`;
    return [line, `Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`, ...fields, '', ''].join('\r\n');
  },
});

/** Head fields of a request that would create a document, if its body came. */
export const json = ['Content-Type: application/json', 'Idempotency-Key: cut'];
const multipart = ['Content-Type: multipart/form-data; boundary=edge'];

interface Whole {
  readonly request: string;
  readonly fields: readonly string[];
  readonly body: Buffer;
}

/** A request that would store something, if it came whole. */
export const anyWhole = (random: Random): Whole => random.pick(wholes);

const wholes: readonly Whole[] = [
  {
    request: 'POST /artifacts',
    fields: json,
    body: Buffer.from(JSON.stringify({ kind: 'markdown', title: 'Cut', content: 'x'.repeat(100_000) })),
  },
  {
    request: 'POST /files',
    fields: multipart,
    body: rawForm([field('channelId'), 'general'], [filePart('cut.bin'), Buffer.alloc(300_000, 'cut')]),
  },
  {
    request: 'POST /channels/general/data-sets/import',
    fields: multipart,
    body: rawForm([field('name'), 'Cut'], [filePart('cut.csv', 'text/csv'), 'a,b\n'.repeat(50_000)]),
  },
];
