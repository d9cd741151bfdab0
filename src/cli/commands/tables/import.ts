import type { Command } from 'commander';
import type { Cli, CommonOptions, Context } from '../../cli.ts';
import { misuse } from '../../failure.ts';
import { fileToSend } from '../../local-files.ts';
import { changing } from '../../options.ts';
import { progressOf } from '../../terminal/progress.ts';

interface ImportOptions extends CommonOptions {
  readonly channel: string;
  readonly name?: string;
  readonly file?: string;
  readonly artifact?: string;
  readonly sheet?: string;
  readonly dataSet?: string;
  readonly titleColumn?: string;
  readonly types?: string;
  readonly idempotencyKey?: string;
}

export function addImport(root: Command, cli: Cli): void {
  changing(
    root
      .command('import')
      .description('make a Data Set of a table (CSV, TSV, XLSX), or add its rows to one: all or none')
      .argument('[path]', 'a file of this machine')
      .requiredOption('--channel <channel>', 'the channel')
      .option('--file <id>', 'or a file of the workspace')
      .option('--artifact <id>', 'or a sheet of the workspace')
      .option('--sheet <name>', 'the sheet of a workbook; default: the first')
      .option('--name <name>', "name of the new Data Set; default: the file's")
      .option('--data-set <data-set>', 'or the Data Set to add to, by ID, key or name')
      .option('--title-column <header>', 'the column that gives the titles')
      .option('--types <json>', 'types of the new fields: {"header": "type"}'),
  ).action(cli.on<ImportOptions>(importFile));
}

async function importFile({ workspace, output, args: [path], signal }: Context, options: ImportOptions): Promise<void> {
  const { channel: channelId, name, dataSet, file: fileId, artifact: artifactId, sheet } = options;
  const { titleColumn, types, idempotencyKey } = options;
  if ([path, fileId, artifactId].filter((source) => source !== undefined).length !== 1)
    throw misuse('Name one source: the path of a file, --file or --artifact.');
  if (dataSet !== undefined && name !== undefined) throw misuse('Give --name or --data-set, not both.');
  if (dataSet !== undefined && types !== undefined) throw misuse('--types goes with a new Data Set.');
  const file =
    path === undefined ? undefined : await fileToSend(path, signal, (total) => progressOf(`Importing ${path}`, total));
  const common = { channelId, file, fileId, artifactId, sheet, titleColumn, idempotencyKey };
  const answered =
    dataSet === undefined
      ? await workspace.dataSets.import({ ...common, name, types })
      : await workspace.dataSets.importRows({ ...common, objectTypeId: dataSet });
  const { dataSet: made, imported } = answered;
  output.answer(answered, () => [`${imported} records in ${made.name} (${made.objectType}, ${made.objectTypeId})`]);
}
