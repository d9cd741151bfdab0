import type { Command } from 'commander';
import type { Attachment, RecordChange, RecordVersion, Record as StoredRecord } from '../../../schemas/records.ts';
import { type Field, isMultiple, numberTypes } from '../../../schemas/fields.ts';
import { folded } from '../../../schemas/folding.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { jsonIn } from '../local-files.ts';
import { pageOf } from '../paging.ts';
import { peopleIn } from '../people.ts';
import { changing, paged, type PageOptions, pageOptions, several, wholeNumber } from '../options.ts';
import { moment, sizeOf, tableOf, textOf } from '../terminal/output.ts';
import { rowsOf } from '../terminal/rows.ts';
import { answerTo } from '../typed-queries.ts';

interface RecordsOptions extends CommonOptions, PageOptions {
  readonly channel: string;
  readonly dataSet?: string;
  readonly record?: string;
  readonly create?: string;
  readonly title?: string;
  readonly set?: readonly string[];
  readonly expectedVersionNumber?: number;
  readonly delete?: true;
  readonly history?: true;
  readonly attachments?: true;
  readonly updateWhere?: string;
  readonly expectedCount?: number;
  readonly idempotencyKey?: string;
}

export function addRecords(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('records')
        .description('list, read, create, change and delete records of a Data Set')
        .requiredOption('--channel <channel>', 'the channel of the Data Set')
        .option('--data-set <data-set>', 'the Data Set, by ID, key or name: lists its records')
        .option('--create <title>', 'a new record')
        .option('--record <id>', 'one record')
        .option('--history', 'its versions: who changed what, when and through what')
        .option('--attachments', 'the files and artifacts attached to it')
        .option('--title <text>', 'a new title for it')
        .option(
          '--set <field=value>',
          'a value as the type of its field, may be repeated; several values as JSON; nothing clears',
          several,
        )
        .option(
          '--expected-version-number <number>',
          'refuse the change when the record has changed since',
          wholeNumber,
        )
        .option('--delete', 'delete it')
        .option(
          '--update-where <json>',
          'set the values in every record that these filters find: [{"field", "operator", "value"}]',
        )
        .option('--expected-count <records>', 'how many records they find; another number is refused', wholeNumber),
    ),
  ).action(cli.on<RecordsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<RecordsOptions>[] = [
  { by: ['channel'], needs: ['dataSet'], takes: pageOptions, run: list },
  { by: ['channel', 'create'], needs: ['dataSet'], takes: ['set'], run: create },
  { by: ['channel', 'updateWhere'], needs: ['dataSet', 'set', 'expectedCount'], run: updateMany },
  { by: ['channel', 'record'], run: show },
  { by: ['channel', 'record', 'history'], takes: pageOptions, run: history },
  { by: ['channel', 'record', 'attachments'], takes: pageOptions, run: attachments },
  { by: ['channel', 'record', 'set'], takes: ['title', 'expectedVersionNumber'], run: update },
  { by: ['channel', 'record', 'title'], takes: ['set', 'expectedVersionNumber'], run: update },
  { by: ['channel', 'record', 'delete'], run: remove },
];

async function list({ workspace, output }: Context, { channel: channelId, dataSet, ...page }: RecordsOptions) {
  const query = { mode: 'deterministic', operation: 'records', channelId, objectTypeId: dataSet! } as const;
  const answered = await answerTo(workspace, query, page);
  const data = (await peopleIn(workspace, output, answered.data))(answered.data);
  output.answer(answered, () => rowsOf(data.columns!, data.rows!, data.completeness));
  output.more(answered, ' (or --all)');
}

async function show({ workspace, output }: Context, { channel, record }: RecordsOptions): Promise<void> {
  await answer(workspace, output, await workspace.records.get({ channelId: channel, recordId: record! }));
}

async function history({ workspace, output }: Context, { channel, record, ...page }: RecordsOptions): Promise<void> {
  const asked = { channelId: channel, recordId: record! };
  const found = await pageOf(workspace.records.versions, 'versions', asked, page);
  const named = await peopleIn(workspace, output, found.versions);
  const columns = {
    VERSION: ({ versionNumber }: RecordVersion) => versionNumber,
    WHEN: ({ createdAt }: RecordVersion) => moment(createdAt),
    BY: ({ createdBy }: RecordVersion) => createdBy.name,
    THROUGH: ({ via }: RecordVersion) => [via?.interface, via?.agent?.name].filter(Boolean).join(', '),
    CHANGES: ({ changes }: RecordVersion) => named(changes).map(changeIn).join('; '),
  };
  output.list(found, found.versions, columns, 'versions');
}

const attachmentColumns = {
  ID: ({ id }: Attachment) => id,
  TITLE: ({ title }: Attachment) => title,
  TYPE: ({ contentType, kind }: Attachment) => contentType ?? kind,
  SIZE: ({ size }: Attachment) => (size === undefined ? '' : sizeOf(size)),
  ATTACHED: ({ attachedAt }: Attachment) => moment(attachedAt),
  BY: ({ attachedBy }: Attachment) => attachedBy.name,
};

async function attachments({ workspace, output }: Context, { channel, record, ...page }: RecordsOptions) {
  const asked = { channelId: channel, recordId: record! };
  const found = await pageOf(workspace.records.attachments, 'attachments', asked, page);
  output.list(found, found.attachments, attachmentColumns, 'attachments');
}

function changeIn({ fieldKey, from, to, isCut }: RecordChange): string {
  const [before, after] = [from, to].map((value) => (value === undefined ? 'nothing' : textOf(value)));
  if (isCut && from === undefined && to === undefined) return `${fieldKey} (long)`;
  return `${fieldKey}: ${before} → ${after}${isCut ? ' …' : ''}`;
}

async function create({ workspace, output }: Context, options: RecordsOptions): Promise<void> {
  const { channel: channelId, dataSet, create: title, set = [], idempotencyKey } = options;
  const values = await valuesIn(set, dataSetIn(workspace, channelId, dataSet!));
  const input = { channelId, objectTypeId: dataSet!, title: title!, values, idempotencyKey };
  await answer(workspace, output, await workspace.records.create(input));
}

async function update({ workspace, output }: Context, options: RecordsOptions): Promise<void> {
  const { channel: channelId, record: recordId, title, set, expectedVersionNumber, idempotencyKey } = options;
  const values = set && (await valuesIn(set, dataSetOf(workspace, { channelId, recordId: recordId! })));
  const input = { channelId, recordId: recordId!, title, values, expectedVersionNumber, idempotencyKey };
  await answer(workspace, output, await workspace.records.update(input));
}

async function updateMany({ workspace, output }: Context, options: RecordsOptions): Promise<void> {
  const { channel: channelId, dataSet, updateWhere, set, expectedCount, idempotencyKey } = options;
  const filters = jsonIn(updateWhere!, '--update-where') as Filters;
  const input = {
    channelId,
    objectTypeId: dataSet!,
    filters,
    values: await valuesIn(set!, dataSetIn(workspace, channelId, dataSet!)),
    expectedCount: expectedCount!,
    idempotencyKey,
  };
  const answered = await workspace.records.updateMany(input);
  const changed = answered.records.filter(({ change }) => change === 'updated').length;
  output.answer(answered, () => [`${changed} of ${answered.count} records were changed.`]);
}

async function remove({ workspace, output }: Context, options: RecordsOptions): Promise<void> {
  const { channel: channelId, record: recordId, idempotencyKey } = options;
  const answered = await workspace.records.remove({ channelId, recordId: recordId!, idempotencyKey });
  output.answer(answered, () => [`${recordId!} was deleted.`]);
}

const dataSetIn = (workspace: Workspace, channelId: string, objectTypeId: string) => async () =>
  (await workspace.dataSets.get({ channelId, objectTypeId })).dataSet;

const dataSetOf = (workspace: Workspace, place: { channelId: string; recordId: string }) => async () => {
  const { objectTypeId } = (await workspace.records.get(place)).record;
  return dataSetIn(workspace, place.channelId, objectTypeId)();
};

/** The values by field. Only what is not plain text needs the types of the fields. */
async function valuesIn(
  set: readonly string[],
  dataSet: () => Promise<{ readonly fields: readonly Field[] }>,
): Promise<Record<string, unknown>> {
  const texts = textsIn(set);
  const values = [...texts].map(([name, text]) => [name, valueOf(text)] as const);
  if (values.every(([name, value]) => texts.get(name) === '' || typeof value === 'string'))
    return Object.fromEntries(values);
  const { fields } = await dataSet();
  return Object.fromEntries(
    values.map(([name, value]) => [name, takes(fieldNamed(fields, name), value) ? value : texts.get(name) || null]),
  );
}

function textsIn(set: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const one of set) {
    const at = one.indexOf('=');
    if (at < 1) throw misuse(`--set ${one}: write it as field=value.`);
    const field = one.slice(0, at);
    if (field === '__proto__') throw misuse('--set: no field is called __proto__.');
    if (texts.has(field)) throw misuse(`--set ${field} is given twice; which is meant?`);
    texts.set(field, one.slice(at + 1));
  }
  return texts;
}

/** `won` is text, `12` a number, `"12"` text, `["a","b"]` several values; `null` and an empty text clear a field. */
function valueOf(text: string): unknown {
  if (text === '') return null;
  if (!/^(-?\d|true$|false$|null$|["[{])/.test(text)) return text;
  try {
    return jsonIn(text, text);
  } catch {
    return text;
  }
}

const fieldNamed = (fields: readonly Field[], name: string): Field | undefined =>
  fields.find(({ key }) => key === name) ?? fields.find(({ label }) => folded(label) === folded(name));

/** Whether a field takes the value that the text is as JSON. Other fields take the text: a year may be a text. */
function takes(field: Field | undefined, value: unknown): boolean {
  if (!field || value === null || typeof value === 'string') return true;
  if (isMultiple(field)) return Array.isArray(value);
  return numberTypes.has(field.type) || field.type === 'checkbox';
}

async function answer(workspace: Workspace, output: Context['output'], { record }: { record: StoredRecord }) {
  const named = await peopleIn(workspace, output, record.values);
  output.answer({ record }, () => [
    ...tableOf([record], {
      ID: ({ id }) => id,
      TITLE: ({ title }) => title,
      VERSION: ({ versionNumber }) => versionNumber,
      UPDATED: ({ updatedAt }) => moment(updatedAt),
      BY: ({ updatedBy }) => updatedBy.name,
    }),
    ...Object.entries(named(record.values)).map(([key, value]) => `${key}: ${textOf(value)}`),
  ]);
}
