import { randomUUID } from 'node:crypto';
import { madeDataSet } from '../../support/data-sets.ts';
import type { Account } from '../../support/rest.ts';

/** Fills the channel of another organization. Each text names cobalt. */
export async function placedDataSet(account: Account): Promise<void> {
  const channelId = (await account.done('GET /channels')).channels[0]!.id;
  const make = (path: string, body: object) =>
    account.done(`POST ${path}`, { ...body, channelId, idempotencyKey: randomUUID() });
  const { artifact } = await make('/artifacts', { kind: 'markdown', title: 'Cobalt', content: 'cobalt is blue' });
  const change = { expectedVersionId: artifact.versionId, content: 'cobalt is very blue' };
  await account.done(`PATCH /artifacts/${artifact.id}`, change, { 'idempotency-key': randomUUID() });
  const fields = [{ key: 'note', label: 'Note', type: 'text' as const }];
  const { objectTypeId } = await madeDataSet(account, channelId, { name: 'Cobalts', objectType: 'cobalts', fields });
  const create = [{ title: 'cobalt one', values: { note: 'cobalt' } }, { title: 'cobalt two' }];
  const { records } = await account.done(`POST /channels/${channelId}/records/batch`, { objectTypeId, create });
  await account.done(`DELETE /channels/${channelId}/records/${records[1]!.id}`);
  await account.done(`POST /channels/${channelId}/posts`, { body: 'cobalt was said' });
}
