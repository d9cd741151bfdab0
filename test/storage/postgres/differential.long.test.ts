import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reservedKeys } from '../../../schemas/fields.ts';
import { gatewayIn, type ZonedGateway } from '../../differential/gateway.ts';
import { imported } from '../../differential/loading.ts';
import { wellTyped } from '../../differential/random-queries.ts';
import { rounded } from '../../differential/rounded.ts';
import { csvSamples } from '../../differential/samples.ts';
import type { Table } from '../../differential/table.ts';
import { savedView } from '../../support/data-sets.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { Random } from '../../support/random.ts';

const seed = Number(process.env['DIFFERENTIAL_SEED'] ?? 20_261_127);
const cases = Number(process.env['DIFFERENTIAL_CASES'] ?? 300);
const timeZone = 'America/Sao_Paulo';

/** A gateway with its Data Sets, and what both engines call the things in it. */
interface Side {
  readonly gateway: ZonedGateway;
  readonly tables: readonly Table[];
  readonly names: ReadonlyMap<string, string>;
}

const id = /\b[a-z]{2,5}_[0-9a-z]{26}\b/g;

/** Needs a server; `npm run storage` says so where there is none. `DIFFERENTIAL_CASES=5000` asks more. */
describe.skipIf(postgresPrograms() === undefined)('both engines answer the same', () => {
  const sides: Side[] = [];
  beforeAll(async () => {
    for (const engine of ['sqlite', 'postgres']) {
      vi.stubEnv('WORKSPACE_TEST_STORE', engine);
      sides.push(await madeSide());
    }
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    for (const { gateway } of sides) await gateway.close();
  });

  async function madeSide(): Promise<Side> {
    const gateway = await gatewayIn(timeZone);
    const tables: Table[] = [];
    for (const sample of csvSamples(new Random(seed), timeZone)) tables.push(await imported(gateway, sample));
    const named = tables.flatMap(({ objectTypeId, channelId, rows }, table) => [
      [objectTypeId, `data set ${table}`] as const,
      [channelId, 'channel'] as const,
      ...rows.map((row, index) => [row.id, `record ${table} ${index}`] as const),
    ]);
    return { gateway, tables, names: new Map(named) };
  }

  /** A request to the first side with the IDs of the second one. */
  const translated = (text: string): string => {
    const [from, to] = sides.map(({ names }) => names) as [Side['names'], Side['names']];
    const back = new Map([...to].map(([one, name]) => [name, one]));
    return text.replaceAll(id, (one) => back.get(from.get(one) ?? '') ?? one);
  };
  const plain = ({ names }: Side, body: unknown): string =>
    JSON.stringify(body, (key, value: unknown) =>
      key === 'requestId' || key === 'instance' ? undefined : typeof value === 'number' ? rounded(value) : value,
    )
      .replaceAll(id, (one) => names.get(one) ?? one.slice(0, one.indexOf('_')))
      .replaceAll(/"(nextCursor|createdAt|updatedAt)":"[^"]*"/g, '"$1":"…"');

  /** The answers of both to a request, which may not name moments of their own. */
  async function answers(request: string, body?: unknown): Promise<[string, string]> {
    const asked = JSON.stringify({ request, body });
    const [one, other] = await Promise.all(
      sides.map(async (side, place) => {
        const given = JSON.parse(place === 0 ? asked : translated(asked)) as { request: string; body?: unknown };
        const { status, body: answered } = await side.gateway.account.call(given.request, given.body);
        return `${status} ${plain(side, answered)}`;
      }),
    );
    return [one!, other!];
  }

  test(`in ${cases} typed queries`, async () => {
    const chance = new Random(seed);
    const differences: string[] = [];
    let asked = 0;
    let answered = 0;
    for (const table of sides[0]!.tables) {
      const most = asked + Math.ceil(cases / sides[0]!.tables.length);
      for (const query of wellTyped(table, chance)) {
        if (asked >= most) break;
        if (namesOwn(query)) continue;
        asked += 1;
        const [one, other] = await answers('POST /queries', query);
        if (one.startsWith('200 ')) answered += 1;
        if (one !== other)
          differences.push([JSON.stringify(query), one, other].map((text) => text.slice(0, 1_500)).join('\n'));
      }
    }
    console.log(`seed ${seed}: ${asked} queries, ${differences.length} differences`);
    expect(differences.slice(0, 5).join('\n\n')).toBe('');
    expect(answered).toBe(asked);
  });

  test('in every page of Views, in both directions of every field', async () => {
    const differences: string[] = [];
    for (const [place, table] of sides[0]!.tables.entries()) {
      for (const { key } of table.fields.filter((field) => !reservedKeys.has(field.key) || field.key === 'title'))
        for (const direction of ['asc', 'desc']) {
          const [one, other] = await Promise.all(
            sides.map((side) => pagesOf(side, side.tables[place]!, { fieldKey: key, direction })),
          );
          if (one !== other) differences.push(`${table.name} by ${key} ${direction}\n${one}\n${other}`.slice(0, 3_000));
        }
    }
    expect(differences.slice(0, 3).join('\n\n')).toBe('');
  });

  /** All pages of a View, one after the other. */
  async function pagesOf(side: Side, table: Table, sort: object): Promise<string> {
    const { account } = side.gateway;
    const view = await savedView(account, 'general', {
      name: `View ${JSON.stringify(sort)} of ${table.name}`,
      objectTypeId: table.objectTypeId,
      renderer: 'table',
      sort: [sort],
    });
    const pages: string[] = [];
    let cursor = '';
    do {
      const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const body = await account.done(`GET /channels/general/views/${view.id}/data?limit=50${after}` as never);
      const { data } = body as unknown as { data: { records: { id: string }[]; nextCursor?: string } };
      pages.push(plain(side, data.records));
      cursor = data.nextCursor ?? '';
    } while (cursor !== '' && pages.length < 100);
    return pages.join('\n');
  }
});

/** Whether a query asks about what each workspace decides by itself. */
const namesOwn = (query: unknown): boolean =>
  /"(id|created_at|updated_at|created_by|updated_by)"|"[+-]?P\d/.test(JSON.stringify(query));
