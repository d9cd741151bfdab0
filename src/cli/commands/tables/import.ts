import type { Command } from 'commander';
import type { ImportPreview } from '../../../../schemas/data-sets.ts';
import type { Cli, CommonOptions, Context } from '../../cli.ts';
import { misuse } from '../../failure.ts';
import { fileToSend } from '../../local-files.ts';
import { changing } from '../../options.ts';
import { type Line, tableOf } from '../../terminal/output.ts';
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
  readonly labels?: string;
  readonly preview?: true;
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
      .option(
        '--types <json>',
        'types of the new fields: {"header": "type"}; or suggested, which reads cells as people write them',
      )
      .option('--labels <json>', 'labels in place of headers: {"header": "label"}')
      .option('--preview', 'show what would be stored or refused, and store nothing'),
  ).action(cli.on<ImportOptions>(importFile, { stores: true }));
}

async function importFile({ workspace, output, args: [path], signal }: Context, options: ImportOptions): Promise<void> {
  const { channel: channelId, name, dataSet, file: fileId, artifact: artifactId, sheet } = options;
  const { titleColumn, types, labels, idempotencyKey } = options;
  if ([path, fileId, artifactId].filter((source) => source !== undefined).length !== 1)
    throw misuse('Name one source: the path of a file, --file or --artifact.');
  if (dataSet !== undefined && name !== undefined) throw misuse('Give --name or --data-set, not both.');
  if (dataSet !== undefined && types !== undefined) throw misuse('--types goes with a new Data Set.');
  const file =
    path === undefined ? undefined : await fileToSend(path, signal, (total) => progressOf(`Importing ${path}`, total));
  const source = { channelId, file, fileId, artifactId, sheet, titleColumn, labels };
  if (options.preview) {
    const { preview } = await workspace.dataSets.previewImport({ ...source, objectTypeId: dataSet, name, types });
    return output.answer({ preview }, () => linesOf(preview));
  }
  const common = { ...source, idempotencyKey };
  const answered =
    dataSet === undefined
      ? await workspace.dataSets.import({ ...common, name, types })
      : await workspace.dataSets.importRows({ ...common, objectTypeId: dataSet });
  const { dataSet: made, imported, hint } = answered;
  output.answer(answered, () => [
    `${imported} records in ${made.name} (${made.objectType}, ${made.objectTypeId})`,
    ...(hint === undefined ? [] : [hint]),
  ]);
}

function linesOf({ columns, records, missing, namesake, rowCount, refusedCount, refused }: ImportPreview): Line[] {
  return [
    ...(namesake === undefined ? [] : [`The channel has a Data Set named ${namesake.name} (${namesake.objectType}).`]),
    ...tableOf(columns, {
      COLUMN: ({ name }) => name,
      FIELD: ({ field, isTitle }) => field?.key ?? (isTitle ? '(titles)' : '(no such field)'),
      TYPE: ({ field }) => field?.type,
      SUGGESTED: ({ suggestion }) => suggestion && suggestionText(suggestion),
    }),
    ...(missing === undefined ? [] : [`The column "${missing}" is required, and is missing.`]),
    `${rowCount - refusedCount} of ${rowCount} rows fit. The first are:`,
    ...tableOf(records, {
      ROW: ({ row }) => row,
      TITLE: ({ title }) => title,
      VALUES: ({ values }) => values,
    }),
    ...(refusedCount === 0 ? [] : refusedLines(refusedCount, refused)),
  ];
}

/** `currency EUR, €13.50 as 13.5`, or why nothing is suggested. */
function suggestionText({ type, currencyCode, cell, becomes, reason }: Suggestion): string | undefined {
  if (type === undefined) return reason;
  return `${currencyCode === undefined ? type : `${type} ${currencyCode}`}, ${cell} as ${JSON.stringify(becomes)}`;
}

type Suggestion = NonNullable<ImportPreview['columns'][number]['suggestion']>;

function refusedLines(count: number, refused: ImportPreview['refused']): Line[] {
  const mistakes = refused.flatMap(({ row, line, mistakes: of }) => of.map((mistake) => ({ row, line, ...mistake })));
  return [
    `${count} rows do not fit, so nothing would be imported. The first are:`,
    ...tableOf(mistakes, {
      LINE: ({ line, row }) => line ?? `row ${row}`,
      COLUMN: ({ label }) => label,
      CELL: ({ cell }) => cell,
      MISTAKE: ({ message }) => message,
    }),
  ];
}
