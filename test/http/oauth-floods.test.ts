import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { addClient, authorizationUrl, Browser, callback, givePasswords } from '../support/authorization.ts';
import { gatewayWith } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const mia = 'mia@workspace.test';
const gateway = gatewayWith(() => ['--allow-registration', '--trust-proxy', '127.0.0.1'], { email: mia });
let app: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia);
  app = await addClient(gateway.dataFolder);
});

type Parameters = Record<string, string | undefined>;
const urlWith = (parameters: Parameters = {}) => authorizationUrl(gateway.url, app, parameters);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const open = (parameters: Parameters = {}, address = '192.0.2.1', browser = new Browser(gateway.url)) =>
  browser.open(urlWith(parameters), from(address));

const stored = () =>
  inStorage(gateway.dataFolder, (tx) =>
    tx.selectFrom('authorizations').selectAll().where('kind', '=', 'Interaction').orderBy('expires_at').execute(),
  );
const forget = () => inStorage(gateway.dataFolder, (tx) => tx.deleteFrom('authorizations').execute());

describe('of an authorization request', () => {
  const expectRefused = async (parameters: Parameters, why: RegExp) => {
    const before = await stored();
    const answer = new URL((await open(parameters)).url);
    expect(answer.origin + answer.pathname).toBe(callback);
    const { error, error_description: description, state } = Object.fromEntries(answer.searchParams);
    expect([error, state]).toEqual(['invalid_request', parameters.state ?? 'a-state']);
    expect(description).toMatch(why);
    expect(await stored()).toEqual(before);
  };
  const expectQuestion = async (parameters: Parameters) =>
    expect((await open(parameters)).html).toContain('value="sign-in"');

  test('state has at most 1,024 bytes', async () => {
    await expectQuestion({ state: 's'.repeat(1_024) });
    await expectQuestion({ state: 'é'.repeat(512) });
    await expectRefused({ state: 's'.repeat(1_025) }, /state must be at most 1024 bytes/);
    await expectRefused({ state: `${'é'.repeat(512)}s` }, /state must be at most 1024 bytes/);
  });

  test.each(['login_hint', 'ui_locales', 'display'])(
    '%s and all else but the redirect URI have at most 4,096 bytes together',
    async (name) => {
      await forget();
      await expectQuestion({ [name]: 'x' });
      const { redirect_uri: _registered, ...kept } = JSON.parse((await stored())[0]!.payload).params;
      const used = Object.values(kept).flat().join('').length - 1;
      await expectQuestion({ [name]: 'x'.repeat(limits.authorizationRequest - used) });
      await expectRefused(
        { [name]: 'x'.repeat(limits.authorizationRequest - used + 1) },
        /at most 4096 bytes together/,
      );
    },
  );
});

/** Interactions that somebody has opened, the oldest first; the first expires in a minute, each other a second later. */
const flood = (opener: string, count: number) =>
  inStorage(gateway.dataFolder, async (tx) => {
    const expires = Math.floor(Date.now() / 1_000) + 60;
    const rows = Array.from({ length: count }, (_, number) => ({
      kind: 'Interaction',
      id: `${opener}-${String(number).padStart(5, '0')}`,
      payload: '{}',
      expires_at: expires + number,
      opened_by: opener,
    }));
    for (let first = 0; first < count; first += 500)
      await tx
        .insertInto('authorizations')
        .values(rows.slice(first, first + 500))
        .execute();
  });

describe('authorizations that nobody has answered', () => {
  const ids = async (opener: string) =>
    (await stored()).filter(({ opened_by }) => opened_by === opener).map(({ id }) => id);

  test('are at most 5,000: who has opened most loses the oldest, and all others can sign in', async () => {
    await forget();
    await flood('few', 2);
    await flood('flood', limits.openAuthorizations - 3);
    const browser = new Browser(gateway.url);
    const page = await open({}, '192.0.2.1', browser);
    expect(await stored()).toHaveLength(limits.openAuthorizations);
    expect(await ids('flood')).toContain('flood-00000');

    await open({}, '192.0.2.2');
    await open({}, '192.0.2.3');
    expect(await stored()).toHaveLength(limits.openAuthorizations);
    expect((await ids('flood')).slice(0, 1)).toEqual(['flood-00002']);
    expect(await ids('few')).toHaveLength(2);
    const consent = await browser.signIn(page, mia);
    expect(new URL((await browser.answer(consent, 'allow')).url).searchParams.get('code')).toBeTruthy();
  });

  test('are told apart by address, by the /48 of IPv6, and by who is signed in', async () => {
    await forget();
    for (const address of [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '192.0.2.2',
      '2001:db8:1:2::3',
      '2001:db8:1:ffff::',
      '2001:db8:2::',
    ])
      await open({}, address);
    const openers = (await stored()).map(({ opened_by }) => opened_by);
    const counts = Map.groupBy(openers, (opener) => opener)
      .values()
      .map(({ length }) => length);
    expect([...counts].sort((one, other) => one - other)).toEqual([1, 1, 2, 2]);
    expect(openers.join()).not.toMatch(/192|2001/);

    await forget();
    const browser = new Browser(gateway.url);
    await browser.authorize(urlWith(), mia);
    await browser.open(urlWith({ prompt: 'consent' }));
    expect((await stored()).map(({ opened_by }) => opened_by)).toEqual([gateway.idOf(mia)]);
  });

  test('whose time has passed go 200 at a time', async () => {
    await forget();
    await flood('flood', 500);
    await inStorage(gateway.dataFolder, (tx) => tx.updateTable('authorizations').set({ expires_at: 1 }).execute());
    await open();
    expect(await ids('flood')).toHaveLength(500 - limits.rowsRemovedAtOnce);
    await open();
    await open();
    expect(await ids('flood')).toEqual([]);
  });
});

test('a browser whose sign-in has ended leaves no trace of a sign-in', async () => {
  const browser = new Browser(gateway.url);
  await browser.authorize(urlWith(), mia);
  await forget();
  for (const _again of [1, 2, 3]) await browser.open(urlWith());
  const kept = await inStorage(gateway.dataFolder, (tx) => tx.selectFrom('authorizations').select('kind').execute());
  expect(kept.map(({ kind }) => kind)).toEqual(Array(3).fill('Interaction'));
});

describe('applications that registered themselves', () => {
  const register = async (name: string, address: string) => {
    const body = JSON.stringify({ client_name: name, redirect_uris: [callback] });
    const headers = { 'content-type': 'application/json', ...from(address).headers };
    const response = await fetch(`${gateway.url}/oauth/register`, { method: 'POST', headers, body });
    return (await response.json()) as { client_id: string };
  };
  const names = async () =>
    (
      await inStorage(gateway.dataFolder, (tx) =>
        tx.selectFrom('clients').select('name').where('registered_by', '=', 'client').execute(),
      )
    ).map(({ name }) => name);

  test('and that nobody has let in are at most 1,000: who registers most loses the oldest', async () => {
    const { client_id: used } = await register('Used', '192.0.2.9');
    await new Browser(gateway.url).authorize(authorizationUrl(gateway.url, used), mia);
    await register('Waiting', '192.0.2.1');
    await inStorage(gateway.dataFolder, async (tx) => {
      const row = { scope: '', redirect_uris: '[]', registered_by: 'client' as const, registered_from: 'flood' };
      const created_at = new Date(Date.now() - 60_000).toISOString();
      const rows = Array.from({ length: limits.unusedClients - 2 }, (_, number) => ({
        ...row,
        id: `flood-${number}`,
        name: `Flood ${number}`,
        created_at: number === 7 ? new Date(Date.now() - 120_000).toISOString() : created_at,
      }));
      for (const part of [rows.slice(0, 500), rows.slice(500)]) await tx.insertInto('clients').values(part).execute();
    });
    await register('At the limit', '192.0.2.2');
    expect(await names()).toEqual(expect.arrayContaining(['Used', 'Waiting', 'Flood 7', 'At the limit']));
    await register('One more', '192.0.2.3');
    const left = await names();
    expect(left).toHaveLength(limits.unusedClients + 1);
    expect(left).toEqual(expect.arrayContaining(['Used', 'Waiting', 'At the limit', 'One more']));
    expect(left).not.toContain('Flood 7');
  });
});
