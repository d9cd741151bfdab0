import { join } from 'node:path';
import type { Workspace } from '../schemas/index.ts';
import { openCore } from '../src/commands/core.ts';
import { readConfig } from '../src/config.ts';
import { maintain } from '../src/folder/maintenance.ts';
import type { Db } from '../src/store/tables.ts';
import { newId } from '../src/store/ids.ts';
import { insertFirstChannel, insertOrganization, newOrganization } from '../src/workspace/people/organizations.ts';
import { addHidden, addStrangers } from './support/crowd.ts';
import type { Figure } from './support/figures.ts';
import { inPairs } from './support/pairs.ts';

const occurrences = 6_000_000;
const hidden = 150_000;
const callsPerTurn = 20;

/**
 * Data of other organisations costs a member nothing. One member's organisation is empty, and another sees little of
 * theirs. Each is measured with and without other data. The other data is an organisation with 6,000,000 occurrences of
 * a word, and 150,000 hidden resources. CPU time of this process is all of it, because queries may not use another
 * process here.
 */
export async function neighbours(folder: string): Promise<Figure[]> {
  const alone = await filled(join(folder, 'alone'));
  const beside = await filled(join(folder, 'beside'));
  addStrangers(beside.databasePath, occurrences);
  addHidden(beside.databasePath, beside.organizationId, hidden);
  for (const { core } of [alone, beside]) await maintain(core.services);
  const figures: Figure[] = [];
  for (const who of ['nothing', 'little'] as const) {
    for (const [what, ask] of Object.entries(asks)) {
      const turn = (workspace: Workspace) => () => cpuOf(() => ask(workspace));
      figures.push({
        name: `${what}, of one who sees ${who}, beside 6,000,000 occurrences and 150,000 hidden: CPU an answer`,
        ...(await inPairs(40, { ours: turn(beside[who]), baseline: turn(alone[who]) })),
        unit: 'µs',
        bound: { atMost: 1.3 },
      });
    }
  }
  await Promise.all([alone.core.close(), beside.core.close()]);
  return figures;
}

/** CPU microseconds per answer, over one turn. */
async function cpuOf(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < callsPerTurn; call += 1) await ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsPerTurn;
}

const asks: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  'search of a word': (workspace) => workspace.search.run({ q: 'common' }),
  'of several words': (workspace) => workspace.search.run({ q: 'common harbour crane boat' }),
  'of a phrase': (workspace) => workspace.search.run({ q: '"harbour crane"' }),
  'without words': (workspace) => workspace.search.run({}),
  artifacts: (workspace) => workspace.artifacts.list({}),
  'artifacts by title': (workspace) => workspace.artifacts.list({ q: 'plan' }),
  files: (workspace) => workspace.files.list({}),
  'files by name': (workspace) => workspace.files.list({ q: 'plan' }),
  sessions: (workspace) => workspace.sessions.list({}),
  'sessions by title': (workspace) => workspace.sessions.list({ q: 'plan' }),
  channels: (workspace) => workspace.channels.list({}),
  'the feed of a channel': (workspace) => workspace.feed.list({ channelId: 'general' }),
  members: (workspace) => workspace.members.list({ channelId: 'general' }),
};

/** A workspace, and members of two of its organisations: in one there is nothing, in the other little. */
async function filled(folder: string) {
  const core = await openCore(await readConfig({ data: folder }), {
    publicUrl: () => 'http://127.0.0.1',
    gatewayUrl: async () => 'http://127.0.0.1',
    onError: (error) => {
      throw error;
    },
  });
  const operator = await core.localCaller('mcp');
  const { organizationId } = operator;
  await fill(core.workspaceFor(operator));
  const empty = await core.services.database.write('service', async (tx) => {
    const id = await insertOrganization(tx, { ...newOrganization(), name: 'Empty' });
    return { organizationId: id, userId: await addMember(tx, id) };
  });
  await core.services.database.write('service', (tx) => insertFirstChannel(tx, empty.organizationId, empty.userId));
  const member = await core.services.database.write('service', (tx) => addMember(tx, organizationId));
  await core.services.indexer.idle();
  return {
    core,
    databasePath: join(folder, 'workspace.db'),
    organizationId,
    nothing: core.workspaceFor({ ...operator, ...empty, role: 'member' }),
    little: core.workspaceFor({ ...operator, userId: member, role: 'member' }),
  };
}

async function addMember(tx: Db, organizationId: string): Promise<string> {
  const id = newId('usr');
  const row = { id, organization_id: organizationId, name: 'Member', email: null, role: 'member' as const };
  await tx
    .insertInto('users')
    .values({ ...row, created_at: new Date().toISOString() })
    .execute();
  return id;
}

async function fill(workspace: Workspace): Promise<void> {
  const channelId = 'general';
  for (let number = 0; number < 20; number += 1) {
    const text = `A common crane of the harbour, number ${number}. The harbour crane is old.`;
    await workspace.artifacts.create({ kind: 'markdown', title: `Plan ${number}`, content: text, channelId });
    await workspace.posts.create({ channelId, body: text });
    const { session } = await workspace.sessions.start({ title: `Plan ${number}` });
    await workspace.sessions.link({ sessionId: session.id, channelId });
  }
}
