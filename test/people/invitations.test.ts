import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { scopes } from '../../schemas/operation.ts';
import { newId } from '../../src/store/ids.ts';
import { cookieIn, SignedInPage } from '../support/app-sessions.ts';
import { addClient, authorizationUrl, Browser } from '../support/authorization.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken } from '../support/product.ts';
import { type Account, accountAt, replyOf, sharedGateway } from '../support/rest.ts';
import { allRows } from '../support/older-folders.ts';
import { inStorage, traces } from '../support/storage.ts';

const [second, lea] = ['second@workspace.test', 'lea@elsewhere.test'];
const gateway = sharedGateway(
  { email: second, role: 'admin' },
  { email: lea, role: 'admin', organization: 'Elsewhere' },
);
const password = 'zebra battery staple';
let admin: Account;
let elsewhere: Account;

const administering = async (...user: string[]) =>
  accountAt(gateway.url, await accessToken(gateway.dataFolder, ...user, '--scope', scopes.join(' ')));

beforeAll(async () => {
  admin = await administering();
  elsewhere = await administering('--user', lea);
});

const newAddress = () => `${newId('usr')}@workspace.test`;

async function invited(details: object = {}, by = admin) {
  const { invitation, link } = await by.done('POST /admin/invitations', { email: newAddress(), ...details });
  return { invitation, link, secret: link.split('/').at(-1)! };
}

/** The answer to a request without a token. */
async function asked(method: 'GET' | 'POST', secret: string, body?: object) {
  const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return replyOf(await fetch(`${gateway.url}/api/workspace/invitations/${secret}`, { method, ...init }));
}

/** The half of a session that a page leads to the app with. */
const halfIn = (page: string) => /#half=([^&]+)/.exec(page)![1]!;

const statusOf = async (id: string) => {
  const { invitations } = await admin.done('GET /admin/invitations?limit=200');
  return invitations.find((invitation) => invitation.id === id)?.status;
};

const change = (id: string, row: object) =>
  inStorage(gateway.dataFolder, (tx) => tx.updateTable('invitations').set(row).where('id', '=', id).execute());

test('an invited person makes their account on a page, and signs in with it', async () => {
  const { invitation, link } = await invited({ name: 'Ida', role: 'admin' });
  expect(invitation).toMatchObject({ name: 'Ida', role: 'admin', status: 'open', organization: { name: 'Workspace' } });
  const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000;
  expect(days).toBe(limits.invitationHours / 24);

  const browser = new Browser(gateway.url);
  const page = await browser.open(link);
  expect(page.status).toBe(200);
  expect(page.html).toContain('value="Ida"');
  expect(page.html).toContain(invitation.email);
  expect(page.html).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('cache-control')).toBe('no-store');

  const short = await browser.answer(page, '', { name: 'Ida B.', password: 'short' });
  expect([short.status, short.html]).toEqual([422, expect.stringContaining('The password must be 8 to 1024')]);
  expect(short.html).toContain('value="Ida B."');
  expect(short.html).not.toContain('value="short"');
  const foreign = await browser.answer(page, '', { name: 'Ida', password }, { origin: 'https://evil.test' });
  expect(foreign.status).toBe(403);
  const fetched = await browser.answer(page, '', { name: 'Ida', password }, { 'sec-fetch-dest': 'empty' });
  expect(fetched.status).toBe(403);
  expect(browser.setCookies).toEqual([]);
  expect(await statusOf(invitation.id)).toBe('open');

  const welcome = await browser.answer(page, '', { name: 'Ida B.', password });
  expect([welcome.status, welcome.html]).toEqual([200, expect.stringContaining('workspace login')]);
  const session = new SignedInPage(gateway.url, cookieIn(browser.setCookies), halfIn(welcome.html));
  expect((await session.call('GET /me')).body).toMatchObject({ name: 'Ida B.' });
  expect((await session.call('GET /me', undefined, { 'workspace-session': '' })).status).toBe(401);
  const client = await addClient(gateway.dataFolder);
  const asking = await new Browser(gateway.url).open(authorizationUrl(gateway.url, client));
  expect((await browser.signIn(asking, invitation.email, password)).html).toBeDefined();
  const { user } = await admin.done(`GET /admin/users/${invitation.email}`);
  expect(user).toMatchObject({ name: 'Ida B.', role: 'admin', hasPassword: true });
  const { invitations } = await admin.done('GET /admin/invitations?limit=200');
  expect(invitations.find(({ id }) => id === invitation.id)).toMatchObject({ status: 'used', userId: user.userId });

  const again = await browser.open(link);
  expect([again.status, again.html]).toEqual([403, expect.stringContaining('was used already')]);
  expect((await browser.answer(page, '', { name: 'Eve', password })).status).toBe(403);
});

test('an application makes the account by REST, and the password signs in', async () => {
  const { invitation, secret } = await invited({ name: 'Jon' });
  const found = await asked('GET', secret);
  expect(found.body).toEqual({
    invitation: {
      email: invitation.email,
      name: 'Jon',
      organization: { name: 'Workspace' },
      expiresAt: invitation.expiresAt,
    },
  });
  const accepted = await asked('POST', secret, { password });
  expect([accepted.status, accepted.headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { userId } = (accepted.body as unknown as { user: { userId: string } }).user;
  expect(accepted.body).toEqual({
    user: {
      userId,
      name: 'Jon',
      email: invitation.email,
      role: 'member',
      organization: { name: 'Workspace' },
    },
  });
  const client = await addClient(gateway.dataFolder);
  const browser = new Browser(gateway.url);
  const page = await browser.open(authorizationUrl(gateway.url, client));
  expect((await browser.signIn(page, invitation.email, password)).html).toContain('value="allow"');
  expectProblem(await asked('POST', secret, { password }), 'forbidden');
});

test('the secret and the password are in no table, no log and no list', async () => {
  const { invitation, secret } = await invited({ name: 'Kay' });
  await asked('GET', secret);
  await asked('POST', secret, { password, nickname: 'K' });
  await asked('POST', secret, { password });
  const listed = JSON.stringify(await admin.done('GET /admin/invitations?limit=200'));
  expect(listed).toContain(invitation.id);
  const stored = JSON.stringify(allRows(gateway.dataFolder));
  expect(stored).toContain(invitation.id);
  for (const text of [listed, stored, gateway.log()]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(password);
  }
  const audit = await inStorage(gateway.dataFolder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'subject_id as subject'])
      .where((eb) => eb.or([eb('resource_id', '=', invitation.id), eb('subject_id', '=', invitation.id)]))
      .orderBy('number')
      .execute(),
  );
  expect(audit).toEqual([
    { action: 'invitation.created', subject: null },
    { action: 'user.created', subject: invitation.id },
  ]);
});

describe('a link that does not work', () => {
  const refused: Record<string, (made: Awaited<ReturnType<typeof invited>>) => Promise<unknown>> = {
    expired: ({ invitation }) => change(invitation.id, { expires_at: '2026-01-01T00:00:00.000Z' }),
    revoked: ({ invitation }) => admin.done(`DELETE /admin/invitations/${invitation.id}`),
    'followed by another of the address': ({ invitation }) =>
      admin.done('POST /admin/invitations', { email: invitation.email.toUpperCase() }),
    'older than an account that was removed': async ({ invitation }) => {
      await admin.done('POST /admin/users', { email: invitation.email, name: 'Lou' });
      await admin.done(`DELETE /admin/users/${invitation.email}`);
    },
  };
  test.each(Object.entries(refused))('is %s, and nothing is stored', async (_name, end) => {
    const made = await invited({ name: 'Lou' });
    await end(made);
    const before = await traces(gateway.dataFolder);
    const one = expectProblem(await asked('GET', made.secret), 'forbidden');
    const other = expectProblem(await asked('POST', made.secret, { password }), 'forbidden');
    expect([one.detail, other.detail]).toEqual([
      expect.stringContaining('another link'),
      expect.stringContaining('another link'),
    ]);
    expect((await new Browser(gateway.url).open(made.link)).status).toBe(403);
    expect(await traces(gateway.dataFolder)).toEqual(before);
    expect(['expired', 'revoked']).toContain(await statusOf(made.invitation.id));
  });

  test('has a maker who is not an admin any more', async () => {
    const made = await invited({ name: 'Lou' }, await administering('--user', second));
    const setRole = (role: 'admin' | 'member') => admin.done(`PATCH /admin/users/${gateway.idOf(second)}`, { role });
    await setRole('member');
    expect(await statusOf(made.invitation.id)).toBe('revoked');
    expectProblem(await asked('POST', made.secret, { password }), 'forbidden');
    await setRole('admin');
    expect((await asked('POST', made.secret, { password })).status).toBe(201);
  });

  test('is unknown', async () => {
    for (const secret of ['x', 'x'.repeat(43), 'x'.repeat(100)]) {
      expectProblem(await asked('GET', secret), 'not_found');
      expectProblem(await asked('POST', secret, { password, name: 'Eve' }), 'not_found');
    }
    expect((await new Browser(gateway.url).open(`${gateway.url}/invitation/none`)).status).toBe(404);
  });

  test('is for an address that somebody has meanwhile', async () => {
    const { invitation, link, secret } = await invited({ name: 'Max' });
    await admin.done('POST /admin/users', { email: invitation.email, name: 'Max' });
    const page = await new Browser(gateway.url).open(link);
    expect([page.status, page.html]).toEqual([409, expect.stringContaining('You have an account already')]);
    expect(page.html).toContain(`<a href="${gateway.url}">Sign in</a>`);
    expect(page.html).not.toContain('<form');
    expectProblem(await asked('POST', secret, { password }), 'already_exists');
    expect(await statusOf(invitation.id)).toBe('open');
  });
});

test('of several parallel uses one makes an account', async () => {
  const { secret } = await invited();
  const uses = ['Ann', 'Bea', 'Cid', 'Dan'].map((name) => asked('POST', secret, { name, password }));
  const statuses = (await Promise.all(uses)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 403, 403, 403]);
});

test('revoking is harmless to repeat, and does not undo an account', async () => {
  const { invitation, secret } = await invited({ name: 'Nia' });
  await asked('POST', secret, { password });
  const problem = expectProblem(await admin.call(`DELETE /admin/invitations/${invitation.id}`), 'forbidden');
  expect(problem.detail).toContain('was accepted');
  const other = await invited();
  for (const _time of [1, 2])
    expect(await admin.done(`DELETE /admin/invitations/${other.invitation.id}`)).toEqual({ deleted: true });
  expectProblem(await admin.call('DELETE /admin/invitations/inv_none'), 'not_found');
  expectProblem(await elsewhere.call(`DELETE /admin/invitations/${other.invitation.id}`), 'not_found');
  const { invitations } = await elsewhere.done('GET /admin/invitations');
  expect(invitations).toEqual([]);
});

test('pages meet each invitation once', async () => {
  await invited();
  await invited();
  const { invitations: all } = await admin.done('GET /admin/invitations?limit=200');
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.done(`GET /admin/invitations?limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    found.push(...page.invitations);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(found).toEqual(all);
});

describe('an invitation to a channel', () => {
  const vault = async () => (await admin.done('POST /channels', { name: 'Vault', visibility: 'private' })).channel;
  const accept = async (secret: string) =>
    (await asked('POST', secret, { name: 'Pia', password })).body as unknown as {
      user: { userId: string };
      channel?: object;
    };
  const membersOf = async (id: string) => (await admin.done(`GET /channels/${id}/members`)).members;

  test('makes a writer of it, says so before, and leads there', async () => {
    const { id, slug, name } = await vault();
    const { invitation, link, secret } = await invited({ channelId: slug });
    expect(invitation.channel).toEqual({ id, name });
    expect((await asked('GET', secret)).body).toMatchObject({ invitation: { channel: { name } } });
    const browser = new Browser(gateway.url);
    const page = await browser.open(link);
    expect(page.html).toMatch(/with <bdi>Workspace<.bdi> in the channel .*Vault/);
    const welcome = await browser.answer(page, '', { name: 'Pia', password });
    expect(welcome.html).toContain(`href="${gateway.url}/session/open#half=`);
    expect(welcome.html).toContain(encodeURIComponent(`/channels/${slug}`));
    const member = (await membersOf(id)).find(({ email }) => email === invitation.email);
    expect(member).toMatchObject({ name: 'Pia', role: 'writer' });
  });

  test('is in the audit and in the activity as joined by the person, and given by its maker', async () => {
    const { id } = await vault();
    const { invitation, secret } = await invited({ channelId: id });
    const { user } = await accept(secret);
    const joined = await inStorage(gateway.dataFolder, (db) =>
      db
        .selectFrom('audit_events')
        .select('user_id as by')
        .where('action', '=', 'channel.joined')
        .where('subject_id', '=', user.userId)
        .execute(),
    );
    expect(joined).toEqual([{ by: user.userId }]);
    const given = await inStorage(gateway.dataFolder, (db) =>
      db.selectFrom('channel_members').select('added_by as by').where('user_id', '=', user.userId).execute(),
    );
    expect(given).toEqual([{ by: invitation.createdBy.id }]);
    const { items } = await admin.done('GET /activity?order=newest&limit=1');
    expect(items[0]).toMatchObject({ action: 'joined', type: 'channel', id, actor: { id: user.userId } });
  });

  test('tells the channel to its readers alone, also when the link is answered by an application', async () => {
    const { id, slug, name } = await vault();
    const { invitation, secret } = await invited({ channelId: id });
    const { invitations } = await (await administering('--user', second)).done('GET /admin/invitations?limit=200');
    expect(invitations.find((one) => one.id === invitation.id)).not.toHaveProperty('channel');
    const { user, channel } = await accept(secret);
    expect(channel).toEqual({ id, slug, name });
    expect(await membersOf(id)).toContainEqual(expect.objectContaining({ userId: user.userId }));
  });

  test('makes an account alone when its maker has left the channel, or the channel is in the trash', async () => {
    const left = await vault();
    const bySecond = await administering('--user', second);
    await admin.done(`PUT /channels/${left.id}/members/${gateway.idOf(second)}`, { role: 'writer' });
    const fromSecond = await invited({ channelId: left.id }, bySecond);
    await admin.done(`DELETE /channels/${left.id}/members/${gateway.idOf(second)}`);
    const deleted = await vault();
    const toDeleted = await invited({ channelId: deleted.id });
    await admin.done(`DELETE /channels/${deleted.id}`);
    for (const { secret } of [fromSecond, toDeleted]) {
      expect((await asked('GET', secret)).body).not.toHaveProperty('invitation.channel');
      expect(await accept(secret)).not.toHaveProperty('channel');
    }
    expect(await membersOf(left.id)).toHaveLength(1);
  });

  test('is refused for a channel that the maker does not see, and for another organisation', async () => {
    const { id } = await vault();
    const body = { email: newAddress(), channelId: id };
    const hidden = await (await administering('--user', second)).call('POST /admin/invitations', body);
    const unknown = await admin.call('POST /admin/invitations', { ...body, channelId: 'ch_none' });
    expect(expectProblem(hidden, 'not_found').detail).toBe(expectProblem(unknown, 'not_found').detail);
  });
});

test('an invitation is refused when it cannot be', async () => {
  const email = newAddress();
  for (const [body, path] of [
    [{ email: 'nobody' }, '/email'],
    [{ email, name: 'x'.repeat(limits.title + 1) }, '/name'],
    [{ email, role: 'owner' }, '/role'],
    [{ email, expiresInHours: 0 }, '/expiresInHours'],
    [{ email, expiresInHours: limits.invitationHoursMost + 1 }, '/expiresInHours'],
    [{ email, expiresInHours: 1.5 }, '/expiresInHours'],
    [{ email, password }, '/password'],
  ] as const)
    expectProblem(await admin.call('POST /admin/invitations', body), 'invalid_request', [path]);
  expectProblem(await admin.call('POST /admin/invitations', { email: second }), 'already_exists');
  const longest = await invited({ expiresInHours: limits.invitationHoursMost, name: 'x'.repeat(limits.title) });
  const { createdAt, expiresAt } = longest.invitation;
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(limits.invitationHoursMost * 3_600_000);
});

test.each([
  [{ password: 'x'.repeat(limits.passwordLeast - 1), name: 'Oda' }, '/password'],
  [{ password: 'x'.repeat(limits.passwordMost + 1), name: 'Oda' }, '/password'],
  [{ password, name: '' }, '/name'],
  [{ password, name: 'x'.repeat(limits.title + 1) }, '/name'],
  [{ password }, '/name'],
  [{ password, name: 'Oda', role: 'admin' }, '/role'],
  [{}, '/password'],
])('an acceptance is refused when it cannot be: %#', async (body, path) => {
  const { secret } = await invited();
  const before = await traces(gateway.dataFolder);
  expectProblem(await asked('POST', secret, body), 'invalid_request', [path]);
  expect(await traces(gateway.dataFolder)).toEqual(before);
  const longest = { password: 'x'.repeat(limits.passwordMost), name: 'x'.repeat(limits.title) };
  expect((await asked('POST', secret, longest)).status).toBe(201);
});

test('the name of an organisation and of a person cannot break the page', async () => {
  const { link } = await invited({ name: '"><script>alert(1)</script>\u202e' });
  const { html } = await new Browser(gateway.url).open(link);
  expect(html).not.toContain('<script');
});
