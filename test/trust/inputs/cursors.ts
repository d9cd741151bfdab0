import fc from 'fast-check';
import { ensure } from './judging.ts';
import type { Lab } from './lab.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';
import { escaped } from './sending.ts';
import { naughty } from './strings.ts';

/** Lists of which a lab has more than one page of one item. */
const lists: readonly (readonly [route: string, address: (lab: Lab) => string])[] = [
  ['GET /api/workspace/channels', () => '/channels'],
  ['GET /api/workspace/artifacts', () => '/artifacts'],
  ['GET /api/workspace/artifacts', () => '/artifacts?kind=csv'],
  ['GET /api/workspace/files', () => '/files'],
  ['GET /api/workspace/sessions', () => '/sessions'],
  ['GET /api/workspace/queries', () => '/queries'],
  ['GET /api/workspace/search', () => '/search?q=plan'],
  ['GET /api/workspace/channels/{channelId}/feed', (lab) => `/channels/${lab.first('ch', 0)}/feed`],
  ['GET /api/workspace/channels/{channelId}/views', (lab) => `/channels/${lab.first('ch', 0)}/views`],
  [
    'GET /api/workspace/channels/{channelId}/views/{viewId}/data',
    (lab) => `/channels/${lab.first('ch', 0)}/views/${lab.first('view', 0)}/data`,
  ],
];

type Change = (cursor: string, other: string) => string;
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(), fc.constantFrom('A', '_', '.', '=', '%', '\0', 'é', '')).map(
    ([place, put]): Change =>
      (cursor) => {
        const at = place % cursor.length;
        return cursor.slice(0, at) + put + cursor.slice(at + 1);
      },
  ),
  fc.nat().map(
    (place): Change =>
      (cursor) =>
        cursor.slice(0, place % cursor.length),
  ),
  fc.tuple(fc.oneof(naughty, fc.string()), fc.boolean()).map(
    ([more, isFirst]): Change =>
      (cursor) =>
        isFirst ? more + cursor : cursor + more,
  ),
  fc.constantFrom<Change[]>(
    (_cursor, other) => other,
    (cursor, other) => `${cursor.split('~')[0]}~${other.split('~')[1]}`,
    (cursor, other) => `${other.split('~')[0]}~${cursor.split('~')[1]}`,
    (cursor) => `${cursor}~${cursor}`,
    (cursor) => `${cursor}~`,
    (cursor) => cursor.toUpperCase(),
    (cursor) => `${cursor}=`,
  ),
  fc.jsonValue().map(
    (key): Change =>
      (cursor) =>
        `${Buffer.from(JSON.stringify([key])).toString('base64url')}~${cursor.split('~')[1]}`,
  ),
);

/** Cursors: one that was issued for a list is taken there, any other is refused. */
export function cursorParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const page = async (at: number, cursor?: string) => {
    const [route, address] = lists[at]!;
    const list = address(lab);
    const query = `limit=1${cursor === undefined ? '' : `&cursor=${escaped(cursor)}`}`;
    const reply = await line.ask({
      method: 'GET',
      path: `/api/workspace${list}${list.includes('?') ? '&' : '?'}${query}`,
    });
    judge.ofOperation(route, cursor ?? '', reply);
    return reply;
  };
  const issued = async (at: number): Promise<string> => {
    const { body } = await page(at);
    const next = body.nextCursor ?? (body.data as { nextCursor?: string } | undefined)?.nextCursor;
    ensure(next !== undefined, `${lists[at]![0]} has no further page`);
    return next;
  };
  const places = fc.nat(lists.length - 1);
  return [
    {
      name: 'cursors',
      kind: 'cursors',
      runs,
      prepare: () => lab.renew(),
      property: promise(fc.tuple(places, places, changes), async ([at, otherAt, change]) => {
        const cursor = await issued(at);
        const changed = change(cursor, otherAt === at ? cursor : await issued(otherAt));
        const { status } = await page(at, changed);
        ensure(status === (changed === cursor ? 200 : 400), `${status} for ${changed} in place of ${cursor}`);
      }),
    },
  ];
}
