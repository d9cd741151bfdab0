import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../schemas/index.ts';
import type { Scope } from '../../../schemas/operation.ts';
import { expectProblem, told } from '../../support/problems.ts';
import type { Account, Reply } from '../../support/rest.ts';
import { addedSource } from '../../support/sources.ts';
import { traces } from '../../support/storage.ts';
import { type CallerName, callers as callerNames, callersOfGateway } from './callers.ts';
import { gaps, operationOf, type Row, rowsOf } from './rows.ts';
import { requests } from './requests.ts';
import { answers, tables } from './table.ts';
import { ask, channelOf, type Ids, namesIn, thingsFor, unknown } from './things.ts';

const callers = callersOfGateway();
const places: Record<keyof typeof tables, Ids> = {
  'a private channel': {},
  'a channel that the organisation reads': {},
  'a channel that the organisation reads and writes': {},
  'no channel': {},
};

beforeAll(async () => {
  Object.assign(places, {
    'a private channel': await channelOf(callers, { name: 'Board', visibility: 'private' }),
    'a channel that the organisation reads': await channelOf(callers, { name: 'News', openWriting: false }),
    'a channel that the organisation reads and writes': await channelOf(callers, { name: 'Ideas' }),
  });
  const path = join(callers.dataFolder, 'guests.csv');
  await writeFile(path, 'Id\na\n');
  const source = await addedSource(callers.dataFolder, '--name', 'Guests', '--csv', path, '--key', 'Id');
  const { organization } = await callers.as('admin').done('GET /me');
  const { webhook } = await callers.as('owner').done('POST /me/webhooks', { url: 'https://hooks.invalid/' });
  Object.assign(administered, { source: source.sourceId, organization: organization.id, webhook: webhook.id });
});

interface Cell {
  readonly caller: CallerName;
  readonly by: Account;
  readonly ids: Ids;
  readonly expected: string;
}

/**
 * Each caller has things of their own, so that no cell disturbs another. A refused caller disturbs nothing, which the
 * traces show. Refused callers therefore share things, unless a request names the caller's own.
 */
async function cellsOf(row: Row, scope: Scope): Promise<Cell[]> {
  const names = namesIn(requests[row.name]!);
  const isShared = !names.some((name) => name.startsWith('own '));
  const ofRefused = isShared ? await thingsOf(row, callers.as('owner')) : undefined;
  return Promise.all(
    callerNames.map(async (caller) => {
      const expected = row.cells[caller];
      const nameless = caller === 'no token' || caller === 'wrong scope';
      const shared = expected in answers ? ofRefused : undefined;
      const things = shared ?? (await thingsOf(row, callers.as(nameless ? 'owner' : caller)));
      const ids = { ...things, key: crypto.randomUUID() };
      return { caller, by: callers.calling(caller, scope), ids, expected };
    }),
  );
}

async function thingsOf(row: Row, maker: Account): Promise<Ids> {
  const asked = requests[row.name]!;
  const things = await thingsFor(asked, placeOf(row), callers.as('owner'), maker);
  const made = {
    ...(namesIn(asked).includes('user') && { user: await newUser() }),
    ...(namesIn(asked).includes('invitation') && { invitation: await newInvitation() }),
  };
  return { ...things, ...administered, ...made };
}

/** Things that only admins ask about: their organisation, a client, an unknown sign-in and the owner's webhook. */
const administered = {
  organization: '',
  source: '',
  client: 'client_00000000000000000000000000',
  signIn: 'none',
  webhook: '',
};

async function newUser(): Promise<string> {
  const body = { email: `${crypto.randomUUID()}@workspace.test`, name: 'Somebody' };
  return (await callers.calling('admin', 'workspace.admin').done('POST /admin/users', body)).user.userId;
}

async function newInvitation(): Promise<string> {
  const body = { email: `${crypto.randomUUID()}@workspace.test` };
  const { done } = callers.calling('admin', 'workspace.admin');
  return (await done('POST /admin/invitations', body)).invitation.id;
}

const placeOf = ({ place }: Row): Ids => ({ ...places[place], colleague: callers.colleagueId });

function answered(reply: Reply): string {
  if (reply.status < 300) return String(reply.status);
  const { status, code } = reply.body;
  const known = Object.entries(answers).find(([, [number, name]]) => status === number && code === name);
  return known?.[0] ?? `${status} ${code}`;
}

describe.each(Object.keys(tables) as (keyof typeof tables)[])('in %s:', (place) => {
  test.each(rowsOf(place))('$name', async (row) => {
    const asked = requests[row.name]!;
    const cells = await cellsOf(row, operationOf(row.name)!.scope);
    const replies: Partial<Record<CallerName, Reply>> = {};
    const askAll = (group: Cell[]) =>
      Promise.all(group.map(async ({ caller, by, ids }) => (replies[caller] = await ask(by, asked, ids))));

    const isRefused = ({ expected }: Cell) => expected in answers;
    const before = await traces(callers.dataFolder);
    await askAll(cells.filter(isRefused));
    const after = await traces(callers.dataFolder);
    await askAll(cells.filter((cell) => !isRefused(cell)));

    const found = callerNames.map((caller) => [caller, answered(replies[caller]!)]);
    expect(Object.fromEntries(found)).toEqual(row.cells);
    expect(after).toEqual(before);
    for (const cell of cells.filter(isRefused)) {
      expectProblem(replies[cell.caller]!, answers[cell.expected as keyof typeof answers][1]);
      if (cell.expected === '404') await expectAlike(row, cell, replies[cell.caller]!);
    }
  });
});

/** The answer for an unknown ID or slug must equal, byte for byte, the one for a hidden thing. */
async function expectAlike({ name }: Row, { by, ids }: Cell, reply: Reply): Promise<void> {
  const asked = requests[name]!;
  const hidden: Record<string, string> = {};
  for (const thing of new Set(namesIn(asked))) {
    if (thing in unknown && !(await sees(by, thing, ids))) hidden[thing] = unknown[thing]!;
  }
  expect(Object.keys(hidden)).not.toEqual([]);
  const others = [await ask(by, asked, { ...ids, ...hidden, key: crypto.randomUUID() })];
  if (hidden.channel !== undefined) {
    for (const channel of [ids.slug!, 'nowhere'])
      others.push(await ask(by, asked, { ...ids, channel, key: crypto.randomUUID() }));
  }
  for (const other of others) expect(nameless(other, hidden)).toEqual(nameless(reply, ids));
}

/** Hides the IDs that an admin sent, because the refusal repeats them. */
function nameless(reply: Reply, ids: Ids) {
  const { bytes, ...others } = told(reply);
  const known = ['user', 'organization', 'source'].flatMap((name) => ids[name] ?? []);
  return { ...others, bytes: known.reduce((text, id) => text.replaceAll(id, 'ID'), bytes) };
}

const own: Record<string, string> = {
  channel: '/channels/{channel}',
  artifact: '/artifacts/{artifact}',
  sheet: '/artifacts/{sheet}',
  file: '/files/{file}',
  session: '/sessions/{session}',
  trashed: '/artifacts/{trashed}',
  branch: '/channels/{branch}',
  query: '/queries/{query}',
  user: '/admin/users/{user}',
  organization: '/admin/organizations/{organization}',
  source: '/admin/sources/{source}',
  webhook: '/me/webhooks/{webhook}',
};

const versionsOf: Record<string, string> = { version: 'artifact', sheetVersion: 'sheet' };

/** Whether a thing is known to them; what lies within a channel or an artifact is known with that. */
async function sees(by: Account, thing: string, ids: Ids): Promise<boolean> {
  const path = own[thing] ?? own[versionsOf[thing] ?? 'channel']!;
  return (await ask(by, [`GET ${path}`], ids)).status === 200;
}

describe('the table', () => {
  const names = Object.keys(requests);

  test('has a row for each operation of the contract, and an operation for each row', () => {
    expect(gaps(operations, names)).toEqual([]);
  });

  test('has each row in the tables of the places where its things may be', () => {
    const rows = (Object.keys(tables) as (keyof typeof tables)[]).flatMap((place) =>
      rowsOf(place).map(({ name }) => `${name} in ${place}`),
    );
    const wanted = names.flatMap((name) => placesFor(namesIn(requests[name]!)).map((place) => `${name} in ${place}`));
    expect(rows.sort()).toEqual(wanted.sort());
  });

  const planted = { ...operations[0]!, group: 'things', name: 'get' };
  test('would not pass with an operation more, nor with one less', () => {
    expect(gaps([...operations, planted], names)).toEqual(['things.get has no row']);
    expect(gaps(operations.slice(1), names)).toEqual(['me.get is no operation']);
  });

  test('would not pass with a route that no row asks for', () => {
    const { operation } = operations[0]!;
    const more = {
      ...operation,
      http: [operation.http, 'GET /api/workspace/myself'].flat() as (typeof operation)['http'],
    };
    const changed = [{ ...operations[0]!, operation: more }, ...operations.slice(1)];
    expect(gaps(changed, names)).toEqual(['GET /api/workspace/myself has no row']);
  });
});

const withinChannels = new Set([
  'channel',
  'colleague',
  'branch',
  'shelf',
  'dataSet',
  'record',
  'view',
  'post',
  'comment',
]);
const byThemselves = new Set(['artifact', 'trashed', 'sheet', 'file', 'session', 'query']);

function placesFor(things: readonly string[]): (keyof typeof tables)[] {
  const [inNone, ...inChannels] = (Object.keys(tables) as (keyof typeof tables)[]).toReversed();
  if (things.some((thing) => withinChannels.has(thing))) return inChannels;
  return things.some((thing) => byThemselves.has(thing)) ? [inNone!, ...inChannels] : [inNone!];
}
