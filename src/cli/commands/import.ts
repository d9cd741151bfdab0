import type { Command } from 'commander';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { dataSetIn } from '../data-sets.ts';
import { misuse } from '../failure.ts';
import { fileToSend } from '../local-files.ts';
import { changing } from '../options.ts';
import { progressOf } from '../terminal/progress.ts';

interface ImportOptions extends CommonOptions {
  readonly channel: string;
  readonly name?: string;
  readonly dataSet?: string;
  readonly titleColumn?: string;
  readonly types?: string;
  readonly idempotencyKey?: string;
}

export function addImport(root: Command, cli: Cli): void {
  changing(
    root
      .command('import')
      .description('make a Data Set of a CSV file, or add its rows to one: all of them or none')
      .argument('<file>', 'the CSV file')
      .requiredOption('--channel <channel>', 'the channel')
      .option('--name <name>', 'name of the new Data Set')
      .option('--data-set <data-set>', 'or the Data Set to add to, by ID, key or name')
      .option('--title-column <header>', 'the column that gives the titles')
      .option('--types <json>', 'types of the new fields: {"header": "type"}'),
  ).action(cli.on<ImportOptions>(importFile));
}

async function importFile({ workspace, output, args: [path], signal }: Context, options: ImportOptions): Promise<void> {
  const { channel: channelId, name, dataSet, titleColumn, types, idempotencyKey } = options;
  if ((name === undefined) === (dataSet === undefined)) throw misuse('Give --name or --data-set.');
  if (dataSet !== undefined && types !== undefined) throw misuse('--types goes with --name.');
  const into = dataSet === undefined ? undefined : await dataSetIn(workspace, channelId, dataSet);
  const file = await fileToSend(path!, signal, (total) => progressOf(`Importing ${path!}`, total));
  const common = { channelId, file, titleColumn, idempotencyKey };
  const answered = into
    ? await workspace.dataSets.importRows({ ...common, objectTypeId: into.objectTypeId })
    : await workspace.dataSets.import({ ...common, name, types });
  const { dataSet: made, imported } = answered;
  output.answer(answered, () => [`${imported} records in ${made.name} (${made.objectType}, ${made.objectTypeId})`]);
}
