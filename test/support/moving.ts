import { randomUUID } from 'node:crypto';
import { newestSchema } from '../../src/store/sqlite/migrations.ts';
import type { FieldInput } from '../../schemas/fields.ts';
import { scopes } from '../../schemas/operation.ts';
import { madeDataSet } from './data-sets.ts';
import { form, textFile } from './forms.ts';
import { fillFolder } from './older-folders.ts';
import { folderOfItsOwn, printedToken, runWorkspace, startGateway, stop } from './product.ts';
import { type Account, accountAt } from './rest.ts';

export const moving = (dataFolder: string, to: string, ...more: string[]) =>
  runWorkspace('admin', 'move', '--data', dataFolder, '--database', to, ...more);

/** Moves a database, which must not be refused. */
export async function moved(dataFolder: string, to: string, ...more: string[]) {
  const { status, stdout, stderr } = await moving(dataFolder, to, '--json', ...more);
  if (status !== 0) throw new Error(stderr);
  const { database } = JSON.parse(stdout) as { database: { rows: number; tables: number; former: string } };
  return { ...database, stderr };
}

/** Asks a gateway on the folder at an address that stays the same. It ends before this resolves. */
export async function served<Result>(dataFolder: string, use: (account: Account) => Promise<Result>): Promise<Result> {
  const token = await printedToken(dataFolder, '--scope', scopes.join(' '));
  const gateway = await startGateway(dataFolder, '--public-url', 'https://work.example.com');
  const result = await use(accountAt(gateway.url, token));
  await stop(gateway.process);
  return result;
}

const choices = [
  { key: 'a', label: 'A' },
  { key: 'b', label: 'B' },
];
const fields: FieldInput[] = [
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'amount', label: 'Amount', type: 'number' },
  { key: 'at', label: 'At', type: 'date_time' },
  { key: 'tags', label: 'Tags', type: 'multi_select', options: { choices } },
  { key: 'is_done', label: 'Done', type: 'checkbox' },
];
const notes = ['ß', 'Σίσυφος', 'İx', '', 'ﬁ', 'z'];
const amounts = [0.1, 123_456_789_012_345, -0, 12_345_678.9, -0.000_001, 3];

/** A workspace in a folder, with a row in every table and texts and numbers that engines may take otherwise. */
export async function folderOfEverything(): Promise<string> {
  const folder = await folderOfItsOwn();
  await fillFolder(folder, newestSchema);
  await served(folder, fill);
  return folder;
}

async function fill(account: Account): Promise<void> {
  const channelId = (await account.done('GET /channels')).channels[0]!.id;
  const make = (path: string, body: object) =>
    account.done(`POST ${path}`, { ...body, channelId, idempotencyKey: randomUUID() });
  await make('/artifacts', { kind: 'markdown', title: 'Élan Ångström', content: '# Straße\n\n東京 *x*' });
  await make('/artifacts', { kind: 'csv', title: 'Prices', content: 'a,b\n1,"x\ny"\n' });
  await account.done(
    'POST /files',
    form(['channelId', channelId], ['idempotencyKey', randomUUID()], ['file', textFile('said in a file'), 'note.txt']),
  );
  const { objectTypeId } = await madeDataSet(account, channelId, { name: 'Größen', objectType: 'sizes', fields });
  const create = amounts.map((amount, index) => ({
    title: `Row ${index}`,
    values: { note: notes[index], amount, at: '2026-11-27T10:00:00.123Z', tags: ['b', 'a'], is_done: index % 2 === 0 },
  }));
  await account.done(`POST /channels/${channelId}/records/batch`, { objectTypeId, create });
  await account.done(`POST /channels/${channelId}/posts`, { body: 'Said here' });
}
