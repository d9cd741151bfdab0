import { join } from 'node:path';
import type { FieldInput } from '../../../schemas/fields.ts';
import { addClient } from '../../support/authorization.ts';
import { newDataSet, savedView } from '../../support/data-sets.ts';
import { accessToken } from '../../support/product.ts';
import { type Account, accountAt } from '../../support/rest.ts';
import { inStorage } from '../../support/storage.ts';
import { addUsers } from '../../support/users.ts';
import { Product } from '../product.ts';

/** The things that a well-behaved user works on. */
export interface Desk {
  readonly token: string;
  readonly channelId: string;
  /**
   * A Data Set that is read in the gateway's process, with a record and a View. `broadId` is one that a reader process
   * reads.
   */
  readonly dataSetId: string;
  readonly recordId: string;
  readonly viewId: string;
  readonly broadId: string;
  readonly document: { readonly id: string; readonly version: { readonly id: string; readonly number: number } };
}

/** The users of a data folder. */
export interface Town {
  /** One of the hostile member's organisation, and one of another. */
  readonly desks: readonly Desk[];
  readonly memberToken: string;
  /** All of one hostile organisation. */
  readonly strangerTokens: readonly string[];
  /** An application that may ask for authorization. */
  readonly clientId: string;
}

const strangers = Array.from({ length: 5 }, (_, number) => `stranger-${number}@abroad.test`);
const member = 'member@home.test';
const [colleague, neighbour] = ['colleague@home.test', 'neighbour@elsewhere.test'];

/** Builds it in an empty folder. */
export async function buildTown(dataFolder: string): Promise<Town> {
  await addUsers(dataFolder, { email: member }, { email: colleague }, { email: neighbour, organization: 'Elsewhere' });
  await addStrangers(dataFolder);
  const tokenOf = (email: string) => accessToken(dataFolder, '--user', email, '--expires', '12h');
  const [memberToken, ...tokens] = await Promise.all([member, colleague, neighbour, ...strangers].map(tokenOf));
  const clientId = await addClient(dataFolder);
  await using product = new Product({ dataFolder });
  const { url } = await product.serve();
  const desks: Desk[] = [];
  for (const [number, token] of tokens.slice(0, 2).entries()) {
    desks.push(await deskOf(accountAt(url, token), `desk-${number}`, dataFolder));
  }
  return { desks, memberToken: memberToken!, strangerTokens: tokens.slice(2), clientId };
}

async function addStrangers(dataFolder: string): Promise<void> {
  const ids = await addUsers(dataFolder, ...strangers.map((email) => ({ email, organization: 'Abroad' })));
  await inStorage(dataFolder, async (tx) => {
    const users = Object.values(ids);
    const first = await tx
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', users[0]!)
      .executeTakeFirstOrThrow();
    await tx.updateTable('users').set(first).where('id', 'in', users).execute();
  });
}

const fields: FieldInput[] = [
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
  { key: 'amount', type: 'number' },
  { key: 'note', type: 'text' },
];

async function deskOf(account: Account, slug: string, dataFolder: string): Promise<Desk> {
  const { channel } = await account.done('POST /channels', { name: slug, slug, openWriting: false });
  const records = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      title: `Order ${number}`,
      values: { stage: number % 2 === 0 ? 'open' : 'won', amount: number, note: 'A crane for the harbour.' },
    }));
  const broad = await newDataSet(dataFolder, slug, 'Deliveries', fields, records(10_000));
  const { dataSet } = await account.done(`POST /channels/${slug}/data-sets`, { name: 'Orders', fields });
  const objectTypeId = dataSet.objectTypeId;
  let recordId = '';
  for (const record of records(100)) {
    recordId = (await account.done(`POST /channels/${slug}/records`, { objectTypeId, ...record })).record.id;
  }
  const view = await savedView(account, slug, { name: 'Orders', objectTypeId, renderer: 'table', columns: ['stage'] });
  for (let number = 0; number < 20; number += 1) {
    await account.done(`POST /channels/${slug}/posts`, { body: `The crane of the harbour, delivery ${number}.` });
  }
  const content = 'A crane for the harbour.\n'.repeat(80);
  const { artifact } = await account.done('POST /artifacts', {
    kind: 'markdown',
    title: 'Cranes',
    content,
    channelId: slug,
    idempotencyKey: crypto.randomUUID(),
  });
  return {
    token: account.token!,
    channelId: channel.id,
    dataSetId: objectTypeId,
    recordId,
    viewId: view.id,
    broadId: broad.id,
    document: { id: artifact.id, version: { id: artifact.versionId, number: artifact.versionNumber } },
  };
}

/** The folder of it below one that is given. */
export const townFolder = (folder: string): string => join(folder, 'town');
