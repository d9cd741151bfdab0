import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Workspace } from '../../../../schemas/index.ts';
import type { Filters } from '../../../../schemas/queries.ts';
import { saveTo } from '../../../sdk/download-to.ts';
import type { Cli, CommonOptions, Context } from '../../cli.ts';
import { misuse } from '../../failure.ts';
import { jsonIn, writing } from '../../local-files.ts';
import { onWorkspace } from '../../options.ts';
import { refuseTerminal, toStdout } from '../../terminal/bytes.ts';
import { sizeOf } from '../../terminal/output.ts';

interface ExportOptions extends CommonOptions {
  readonly channel: string;
  readonly dataSet?: string;
  readonly format?: string;
  readonly view?: string;
  readonly filters?: string;
}

const formats = ['csv', 'xlsx', 'jsonl'] as const;

export function addExport(root: Command, cli: Cli): void {
  onWorkspace(
    root
      .command('export')
      .description('write a Data Set to a file that can be imported again, or a channel to a ZIP archive')
      .argument('[path]', 'a new file of this machine, or - for stdout; default: the name of what is exported')
      .requiredOption('--channel <channel>', 'the channel')
      .option('--data-set <data-set>', 'a Data Set of it, by ID, key or name')
      .option('--format <format>', `${formats.join(', ')}; default: the ending of the path, else csv`)
      .option('--view <view>', 'the filters and the order of this View')
      .option('--filters <json>', 'filters of a typed query: [{"field": …, "operator": …, "value": …}]'),
  ).action(cli.on<ExportOptions>(exportFile));
}

async function exportFile({ workspace, output, args: [path], signal }: Context, options: ExportOptions): Promise<void> {
  if (path === '-') refuseTerminal();
  const { file, content } = await exported(workspace, path, options);
  if (path === '-') return toStdout(await content.open(), signal);
  let size = 0;
  const counted = async function* () {
    for await (const chunk of await content.open()) {
      signal.throwIfAborted();
      size += chunk.byteLength;
      yield chunk;
    }
  };
  const target = path ?? basename(file.fileName);
  await writing(target, () => saveTo(target, counted()));
  output.answer({ file, path: target, size }, () => [`${target} (${sizeOf(size)})`]);
}

async function exported(workspace: Workspace, path: string | undefined, options: ExportOptions) {
  const { channel: channelId, dataSet, format, view: viewId, filters } = options;
  if (dataSet === undefined) {
    const stray = Object.entries({ format, view: viewId, filters }).find(([, value]) => value !== undefined);
    if (stray) throw misuse(`--${stray[0]} goes with --data-set.`);
    return workspace.channels.export({ channelId });
  }
  return workspace.dataSets.export({
    channelId,
    objectTypeId: dataSet,
    format: formatOf(format ?? endingOf(path)),
    viewId,
    filters: filters === undefined ? undefined : (jsonIn(filters, 'The filters') as Filters),
  });
}

const endingOf = (path: string | undefined) => /\.(xlsx|jsonl)$/i.exec(path ?? '')?.[1]?.toLowerCase();

function formatOf(named: string | undefined) {
  const format = formats.find((one) => one === named);
  if (named !== undefined && !format) throw misuse(`--format is one of ${formats.join(', ')}.`);
  return format;
}
