import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { commandLine } from '../support/command-line.ts';
import { startHost } from '../support/hosts.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const elsewhere = 'lea@elsewhere.test';
const gateway = sharedGateway({ email: elsewhere, organization: 'Elsewhere', role: 'admin' });

const named: readonly (readonly [name: string, email: string | null])[] = [
  ['Zoë Ångström', 'zoe@workspace.test'],
  ['ada lovelace', 'countess@workspace.test'],
  ['Ada Byron', null],
  ['李明', 'liming@workspace.test'],
  ['50% "Bob" _', null],
];
const idOf = new Map<string, string>();

beforeAll(async () => {
  await inStorage(gateway.dataFolder, async (tx) => {
    const { organization_id } = await tx.selectFrom('users').select('organization_id').executeTakeFirstOrThrow();
    for (const [name, email] of named) {
      const id = newId('usr');
      idOf.set(name, id);
      const created_at = '2026-01-01T00:00:00.000Z';
      await tx.insertInto('users').values({ id, organization_id, name, email, role: 'member', created_at }).execute();
    }
  });
});

const namesFor = async (query: Record<string, string> = {}, by = gateway.admin) =>
  (await by.done(`GET /people?${new URLSearchParams(query).toString()}`)).people.map(({ name }) => name);

test('everybody of the organisation, by name without case and accents, and nobody of another', async () => {
  const { name: own } = await gateway.admin.done('GET /me');
  const everybody = await namesFor();
  expect(everybody.toSorted()).toEqual([own, ...named.map(([name]) => name)].toSorted());
  expect(everybody.filter((name) => name !== own)).toEqual([
    '50% "Bob" _',
    'Ada Byron',
    'ada lovelace',
    'Zoë Ångström',
    '李明',
  ]);
  expect(await namesFor({}, gateway.as(elsewhere))).toEqual([elsewhere]);
});

test.each<[q: string, found: string[]]>([
  ['ada', ['Ada Byron', 'ada lovelace']],
  ['LOVE ada', ['ada lovelace']],
  ['angstrom', ['Zoë Ångström']],
  ['ZOE@', ['Zoë Ångström']],
  ['明', ['李明']],
  ['workspace ada', ['ada lovelace']],
  ['%', ['50% "Bob" _']],
  ['"Bob"', ['50% "Bob" _']],
  ['lea', []],
  ['elsewhere', []],
])('%j finds %j', async (q, found) => {
  expect(await namesFor({ q })).toEqual(found);
});

test('words are looked for to the last that is counted', async () => {
  const pieces = Array.from({ length: 31 }, (_, index) =>
    'countess@workspace.test'.slice(index % 16, (index % 16) + 1 + Math.floor(index / 16)),
  );
  const words = [...new Set([...pieces, ...'lovelace'.split('').map((_letter, index) => 'lovelace'.slice(index))])];
  const q = (...last: string[]) => [...words.slice(0, 31), ...last].join(' ');
  expect(words.length).toBeGreaterThanOrEqual(31);
  expect(await namesFor({ q: q('ada') })).toEqual(['ada lovelace']);
  expect(await namesFor({ q: q('nobody') })).toEqual([]);
  expect(await namesFor({ q: q('ada', 'nobody') })).toEqual(['ada lovelace']);
});

test('a person is shown by ID, name, role and address', async () => {
  const { people } = await gateway.admin.done('GET /people?q=ada');
  expect(people).toEqual([
    { id: idOf.get('Ada Byron'), name: 'Ada Byron', role: 'member' },
    { id: idOf.get('ada lovelace'), name: 'ada lovelace', role: 'member', email: 'countess@workspace.test' },
  ]);
});

test('a page goes on behind a name that is as long as names are, and behind one who was removed meanwhile', async () => {
  const long = `Zz ${'"'.repeat(297)}`;
  const { body: first } = await gateway.admin.call('GET /people?limit=1');
  await inStorage(gateway.dataFolder, async (tx) => {
    const { organization_id } = await tx.selectFrom('users').select('organization_id').executeTakeFirstOrThrow();
    const row = { organization_id, email: null, role: 'member' as const, created_at: '2026-01-01T00:00:00.000Z' };
    for (const name of [long, `${long.slice(0, 299)}~`])
      await tx
        .insertInto('users')
        .values({ id: newId('usr'), name, ...row })
        .execute();
    await tx.updateTable('users').set({ removed_at: row.created_at }).where('id', '=', first.people[0]!.id).execute();
  });
  const rest = await gateway.admin.done(`GET /people?cursor=${first.nextCursor}`);
  expect(rest.people.map(({ name }) => name)[0]).toBe('Ada Byron');
  const { nextCursor } = await gateway.admin.done('GET /people?q=zz&limit=1');
  expect((await gateway.admin.done(`GET /people?q=zz&limit=1&cursor=${nextCursor}`)).people).toHaveLength(1);
  expect(await namesFor()).not.toContain(first.people[0]!.name);
});

test('a q of 1,000 characters is looked for, one of 1,001 is refused', async () => {
  expect(await namesFor({ q: 'x'.repeat(1_000) })).toEqual([]);
  const problem = expectProblem(await gateway.admin.call(`GET /people?q=${'x'.repeat(1_001)}`), 'invalid_request');
  expect(saidIn(problem)).toContain('1000');
});

test('the people that user fields name are found by ID, whoever left too, and nobody of another organisation', async () => {
  const asked = (ids: unknown, more = '') =>
    gateway.admin.call(`GET /people?ids=${encodeURIComponent(JSON.stringify(ids))}${more}`);
  const [byron, bob] = ['Ada Byron', '50% "Bob" _'].map((name) => idOf.get(name)!);
  const { people } = (await asked([byron, gateway.idOf(elsewhere), bob, byron, newId('usr')])).body;
  expect(people.map(({ id }) => id)).toEqual([bob, byron]);
  const many = Array.from({ length: limits.pageMost }, () => byron);
  expect((await asked(many)).body.people).toHaveLength(1);
  for (const ids of [[...many, byron], [], ['x'.repeat(limits.identifier + 1)], 'ada'])
    expectProblem(await asked(ids), 'invalid_request');
  for (const more of ['&q=ada', '&limit=1']) expectProblem(await asked([byron], more), 'invalid_request', ['ids']);
});

test('an agent and a person at the command line find the same', async () => {
  const host = await startHost(gateway.dataFolder, '--tools', 'feed');
  const { people } = await host.done('workspace_people', { q: 'ada lovelace' });
  expect(people).toMatchObject([{ id: idOf.get('ada lovelace'), email: 'countess@workspace.test' }]);
  const token = await accessToken(gateway.dataFolder);
  const cli = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: token });
  expect((await cli.run('people', 'ada', 'lovelace')).stdout).toContain(`${idOf.get('ada lovelace')}  ada lovelace`);
  expect((await cli.run('people', 'nobody')).stdout).toBe('There are no people by these words.\n');
});
