import type { Command } from 'commander';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field, FieldChange, FieldInput } from '../../../schemas/fields.ts';
import { systemFields } from '../../../schemas/fields.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { jsonIn } from '../local-files.ts';
import { changing, several } from '../options.ts';
import { tableOf } from '../terminal/output.ts';

interface DataSetsOptions extends CommonOptions {
  readonly channel: string;
  readonly dataSet?: string;
  readonly create?: string;
  readonly rename?: string;
  readonly description?: string;
  readonly fields?: string;
  readonly field?: string;
  readonly label?: string;
  readonly addChoice?: readonly string[];
  readonly idempotencyKey?: string;
}

export function addDataSets(root: Command, cli: Cli): void {
  changing(
    root
      .command('data-sets')
      .description('list, inspect, create and change the Data Sets of a channel')
      .requiredOption('--channel <channel>', 'the channel: lists its Data Sets')
      .option('--data-set <data-set>', 'one Data Set, by ID, key or name: lists its fields')
      .option('--create <name>', 'a new Data Set')
      .option('--rename <name>', 'a new name for it')
      .option('--description <text>', 'the meaning of one record')
      .option('--fields <json>', 'fields to add or change: [{"key", "type", "label", "options"}]')
      .option('--field <key>', 'one of its fields, to relabel or to give more choices')
      .option('--label <text>', 'a new label for the field')
      .option('--add-choice <key=label>', 'a choice to add or relabel, may be repeated', several),
  ).action(cli.on<DataSetsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<DataSetsOptions>[] = [
  { by: ['channel'], run: list },
  { by: ['channel', 'create'], takes: ['description', 'fields'], run: create },
  { by: ['channel', 'dataSet'], run: show },
  { by: ['channel', 'dataSet', 'rename'], takes: ['description', 'fields'], run: update },
  { by: ['channel', 'dataSet', 'description'], takes: ['rename', 'fields'], run: update },
  { by: ['channel', 'dataSet', 'fields'], takes: ['rename', 'description'], run: update },
  { by: ['channel', 'dataSet', 'field'], takes: ['label', 'addChoice'], run: changeField },
];

async function list({ workspace, output }: Context, { channel: channelId }: DataSetsOptions): Promise<void> {
  const { dataSets } = (await workspace.channels.get({ channelId })).channel;
  const found: { dataSets: DataSet[]; nextCursor?: string } = { dataSets };
  output.list(
    found,
    dataSets,
    {
      ID: ({ objectTypeId }) => objectTypeId,
      KEY: ({ objectType }) => objectType,
      NAME: ({ name }) => name,
      FIELDS: ({ fields }) => String(ownFields(fields).length),
    },
    'Data Sets',
  );
}

async function show({ workspace, output }: Context, { channel, dataSet }: DataSetsOptions): Promise<void> {
  const { dataSet: found } = await workspace.dataSets.get({ channelId: channel, objectTypeId: dataSet! });
  answer(output, found);
}

async function create({ workspace, output }: Context, options: DataSetsOptions): Promise<void> {
  const { channel: channelId, create: name, description, idempotencyKey } = options;
  const fields = fieldsIn(options) as FieldInput[] | undefined;
  const input = { channelId, name: name!, description, fields, idempotencyKey };
  answer(output, (await workspace.dataSets.create(input)).dataSet);
}

async function update({ workspace, output }: Context, options: DataSetsOptions): Promise<void> {
  const { channel: channelId, dataSet, rename: name, description, idempotencyKey } = options;
  const input = { channelId, objectTypeId: dataSet!, name, description, fields: fieldsIn(options), idempotencyKey };
  answer(output, (await workspace.dataSets.update(input)).dataSet);
}

const fieldsIn = ({ fields }: DataSetsOptions) =>
  fields === undefined ? undefined : (jsonIn(fields, '--fields') as FieldChange[]);

async function changeField({ workspace, output }: Context, options: DataSetsOptions): Promise<void> {
  const { channel: channelId, dataSet, field: key, label, addChoice, idempotencyKey } = options;
  if (label === undefined && addChoice === undefined) throw misuse('--field needs --label, or --add-choice.');
  const change = { key: key!, label, ...(addChoice && { options: { choices: addChoice.map(choiceIn) } }) };
  const input = { channelId, objectTypeId: dataSet!, fields: [change], idempotencyKey };
  answer(output, (await workspace.dataSets.update(input)).dataSet);
}

function choiceIn(text: string): { key: string; label?: string } {
  const at = text.indexOf('=');
  return at < 0 ? { key: text } : { key: text.slice(0, at), label: text.slice(at + 1) };
}

const ownFields = (fields: readonly Field[]) => fields.filter(({ key }) => !Object.hasOwn(systemFields, key));

function answer(output: Context['output'], dataSet: DataSet): void {
  output.answer({ dataSet }, () => [
    `${dataSet.name} (${dataSet.objectType}, ${dataSet.objectTypeId})`,
    ...tableOf(ownFields(dataSet.fields), {
      KEY: ({ key }) => key,
      LABEL: ({ label }) => label,
      TYPE: ({ type, multiple }) => (multiple ? `several of ${type}` : type),
      REQUIRED: ({ required }) => (required ? 'yes' : ''),
      CHOICES: ({ options }) => options?.choices?.map((choice) => choice.label).join(', ') ?? '',
    }),
  ]);
}
