import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ActivityType } from '../../../schemas/activity.ts';
import { insufficientScope, invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Webhook } from '../../../schemas/webhooks.ts';
import { sharedSeconds } from '../../store/shared-time.ts';
import type { Db, Tables } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { readableChannelId } from '../channels/channels.ts';
import { activity } from '../feed/activity.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import { requireStillSignedIn } from '../people/users.ts';
import { isAllowed } from '../../auth/destinations.ts';
import { standing } from './webhooks-sql.ts';

/** Receivers of the activity that the caller may see. */
export const webhooks: Handlers<'webhooks'> = {
  async list(context, input) {
    const page = openPage(context, input);
    const after = String(page.after?.[0] ?? '');
    const found = await context.database.read((db) =>
      ofCaller(db, context.caller).where('webhooks.id', '>', after).limit(page.take).execute(),
    );
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { webhooks: rows.map((row) => shown(row, context.webhookHosts)), nextCursor };
  },

  async add(context, { url, channelId, types }) {
    const { caller, database, webhookHosts } = context;
    requireReading(caller);
    if (webhookHosts.length === 0) throw new WorkspaceError('forbidden', noneHere);
    if (!isAllowed(new URL(url), webhookHosts)) throw invalidRequest('/url', notAllowed);
    const filters = {
      channelId: channelId && (await database.read((db) => readableChannelId(db, context, channelId))),
      types: types?.length ? types : undefined,
    };
    const { nextCursor: cursor } = await activity.list(
      { ...context, operation: 'activity.list' },
      { after: 'now', ...filters },
    );
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const webhook = await database.write(caller, async (tx) => {
      await requireStillSignedIn(tx, caller);
      await requireRoom(tx, caller, url);
      const id = await addWebhook(tx, caller, { url, ...filters, secret, cursor });
      return ownWebhook(tx, caller, webhookHosts, id);
    });
    return { webhook, secret };
  },

  async get({ caller, database, webhookHosts }, { webhookId }) {
    return { webhook: await database.read((db) => ownWebhook(db, caller, webhookHosts, webhookId)) };
  },

  resume: ({ caller, database, webhookHosts }, { webhookId }) =>
    database.write(caller, async (tx) => {
      requireReading(caller);
      const { url } = await ownWebhook(tx, caller, webhookHosts, webhookId);
      if (!isAllowed(new URL(url), webhookHosts)) throw new WorkspaceError('forbidden', noLongerAllowed);
      await tx
        .updateTable('webhooks')
        .set({ stopped_at: null, next_try_at: 0, failures: 0, failing_since: null })
        .where('id', '=', webhookId)
        .execute();
      await audit(tx, caller, 'webhook.resumed', webhookId);
      return { webhook: await ownWebhook(tx, caller, webhookHosts, webhookId) };
    }),

  remove: ({ caller, database }, { webhookId }) =>
    database.write(caller, async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('webhooks')
        .where('id', '=', webhookId)
        .where('user_id', '=', caller.userId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await audit(tx, caller, 'webhook.removed', webhookId);
      return { deleted: true as const };
    }),
};

const ofCaller = (db: Db, { userId }: Caller) =>
  standing(db).selectAll('webhooks').where('webhooks.user_id', '=', userId).orderBy('webhooks.id');

async function ownWebhook(db: Db, caller: Caller, hosts: readonly string[], webhookId: string): Promise<Webhook> {
  const row = await ofCaller(db, caller).where('webhooks.id', '=', webhookId).executeTakeFirst();
  if (!row) throw new WorkspaceError('not_found', 'You have no such webhook.');
  return shown(row, hosts);
}

/** Refuses a second webhook of one address, and more than the limits allow. */
async function requireRoom(tx: Db, caller: Caller, url: string): Promise<void> {
  const own = await ofCaller(tx, caller).execute();
  if (own.some((row) => row.url === url))
    throw invalidRequest('/url', 'has a webhook of yours already; remove that one first');
  if (own.length >= limits.webhooksEach)
    throw new WorkspaceError(
      'forbidden',
      `You have ${limits.webhooksEach} webhooks already. Remove one of them first.`,
    );
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', caller.organizationId)
    .executeTakeFirstOrThrow();
  if (count >= limits.webhooksInOrganization)
    throw new WorkspaceError(
      'forbidden',
      `Your organisation has ${limits.webhooksInOrganization} webhooks already. A colleague must remove one first.`,
    );
}

interface NewWebhook {
  readonly url: string;
  readonly channelId: string | undefined;
  readonly types: readonly ActivityType[] | undefined;
  readonly secret: string;
  readonly cursor: string;
}

async function addWebhook(
  tx: Db,
  caller: Caller,
  { url, channelId, types, secret, cursor }: NewWebhook,
): Promise<string> {
  const [id, since] = [newId('whk'), await sharedSeconds(tx)];
  // One that has ended may still be there, with the same address.
  await tx.deleteFrom('webhooks').where('user_id', '=', caller.userId).where('url', '=', url).execute();
  await tx
    .insertInto('webhooks')
    .values({
      id,
      organization_id: caller.organizationId,
      user_id: caller.userId,
      url,
      channel_id: channelId ?? null,
      types: types ? JSON.stringify(types) : null,
      secret,
      cursor,
      since,
    })
    .execute();
  await audit(tx, caller, 'webhook.added', id);
  return id;
}

function shown(row: Selectable<Tables['webhooks']>, hosts: readonly string[]): Webhook {
  const isSent = isAllowed(new URL(row.url), hosts);
  const problem = isSent ? row.problem : noLongerAllowed;
  const state = isSent ? stateOf(row) : 'stopped';
  return {
    id: row.id,
    url: row.url,
    ...(row.channel_id !== null && { channelId: row.channel_id }),
    ...(row.types !== null && { types: JSON.parse(row.types) as ActivityType[] }),
    state,
    createdAt: new Date(row.since * 1_000).toISOString(),
    ...(row.delivered_at !== null && { deliveredAt: row.delivered_at }),
    ...(row.tried_at !== null && { triedAt: row.tried_at }),
    ...(state === 'failing' && { nextTryAt: new Date(row.next_try_at).toISOString() }),
    ...(problem !== null && { problem }),
  };
}

const stateOf = ({ stopped_at: stoppedAt, failures }: Selectable<Tables['webhooks']>): Webhook['state'] =>
  stoppedAt !== null ? 'stopped' : failures > 0 ? 'failing' : 'active';

/** A webhook reads for its owner. A token that may not read makes none. */
function requireReading({ scopes }: Caller): void {
  if (!scopes.includes('workspace.read')) throw insufficientScope('workspace.read');
}

const noneHere =
  'This gateway delivers no webhooks. Its operator can name the hosts that may receive them with --webhook-hosts.';
const noLongerAllowed =
  'The operator no longer allows the host of this webhook. Ask for it to be named in --webhook-hosts.';
const notAllowed = 'is on a host that the operator does not allow; ask for it to be named in --webhook-hosts';
