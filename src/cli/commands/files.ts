import type { Command } from 'commander';
import type { File } from '../../../schemas/files.ts';
import { type Action, chosen } from '../actions.ts';
import { verified } from '../../sdk/download-to.ts';
import { downloadTo } from '../../sdk/index.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { attachedTo, type Destination, placementOf, targetOf } from '../destinations.ts';
import { misuse } from '../failure.ts';
import { fileToSend, writing } from '../local-files.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { refuseTerminal, toStdout } from '../terminal/bytes.ts';
import { moment, sizeOf, tableOf } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';
import { type Progress, progressOf } from '../terminal/progress.ts';

interface FilesOptions extends CommonOptions, PageOptions, Destination {
  readonly q?: string;
  readonly upload?: string;
  readonly file?: string;
  readonly download?: string;
  readonly attach?: true;
  readonly detach?: true;
  readonly rename?: string;
  readonly sha256?: string;
  readonly idempotencyKey?: string;
}

export function addFiles(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('files')
        .description('list, upload, download, rename, attach and detach files')
        .option('--q <text>', 'list those with these words in their name')
        .option('--channel <channel>', 'list those of this channel, or place there')
        .option('--upload <path>', 'upload a file of this machine')
        .option('--file <id>', 'one file: shows what is known of it, unless more is asked')
        .option('--download <path>', 'write its bytes to a path at which nothing is yet; - for stdout')
        .option('--attach', 'attach it to a channel, session or record')
        .option('--detach', 'detach it from there; the file stays')
        .option('--rename <name>', 'give it another name')
        .option('--session <id>', 'the session to place in')
        .option('--record <id>', 'the record to place in')
        .option('--sha256 <digest>', 'digest of what is uploaded: other bytes are refused'),
    ),
  ).action(cli.on<FilesOptions>((context, options) => chosen(actions, options)(context, options)));
}

const destinations = ['channel', 'session', 'record'] as const;

const actions: readonly Action<FilesOptions>[] = [
  { by: [], takes: ['q', 'channel', ...pageOptions], run: list },
  { by: ['file'], run: show },
  { by: ['upload'], takes: [...destinations, 'sha256'], run: upload },
  { by: ['file', 'download'], run: download },
  { by: ['file', 'attach'], needs: [destinations], run: attach },
  { by: ['file', 'detach'], needs: [destinations], run: detach },
  { by: ['file', 'rename'], run: rename },
  { by: ['download'], needs: ['file'], run: download },
  { by: ['attach'], needs: ['file', destinations], run: attach },
  { by: ['detach'], needs: ['file', destinations], run: detach },
  { by: ['rename'], needs: ['file'], run: rename },
];

const columns = {
  ID: ({ id }: File) => id,
  NAME: ({ fileName }: File) => fileName,
  TYPE: ({ contentType }: File) => contentType,
  SIZE: ({ size }: File) => sizeOf(size),
  CREATED: ({ createdAt }: File) => moment(createdAt),
  BY: ({ createdBy }: File) => createdBy.name,
};

async function list({ workspace, output }: Context, { q, channel, ...page }: FilesOptions): Promise<void> {
  const found = await pageOf(workspace.files.list, 'files', { q, channelId: channel }, page);
  output.list(found, found.files, columns, 'such files');
}

async function show({ workspace, output }: Context, { file: fileId }: FilesOptions): Promise<void> {
  answer(output, await workspace.files.get({ fileId: fileId! }));
}

async function upload({ workspace, output, signal }: Context, options: FilesOptions): Promise<void> {
  const { upload: path, sha256, idempotencyKey } = options;
  const placement = placementOf(options);
  if (Object.keys(placement).length > 1) throw misuse('Name one of --channel, --session and --record.');
  const file = await fileToSend(path!, signal, (total) => progressOf(`Uploading ${path!}`, total));
  answer(output, await workspace.files.upload({ file, ...placement, sha256, idempotencyKey }));
}

async function download(context: Context, options: FilesOptions): Promise<void> {
  const { workspace, output, signal } = context;
  const [fileId, path] = [options.file!, options.download!];
  if (path === '-') return printBytes(context, fileId);
  let progress: Progress | undefined;
  const onProgress = ({ bytes, total = 0 }: { bytes: number; total?: number }) => {
    progress ??= progressOf(`Downloading ${path}`, total);
    progress.reach(bytes);
  };
  const writes = () => downloadTo(workspace, { fileId, path }, { signal, onProgress });
  const file = await writing(path, writes).finally(() => progress?.end());
  output.answer({ file, path }, () => [`${path} (${sizeOf(file.size)})`]);
}

async function printBytes({ workspace, signal }: Context, fileId: string): Promise<void> {
  refuseTerminal();
  const { file, content } = await workspace.files.content({ fileId });
  await toStdout(verified(file, content, { signal }), signal);
}

async function attach({ workspace, output }: Context, options: FilesOptions): Promise<void> {
  answer(output, await workspace.files.link(linkOf(options)));
}

async function detach({ workspace, output }: Context, options: FilesOptions): Promise<void> {
  answer(output, await workspace.files.unlink(linkOf(options)));
}

async function rename({ workspace, output }: Context, options: FilesOptions): Promise<void> {
  const { file: fileId, rename: fileName, idempotencyKey } = options;
  answer(output, await workspace.files.update({ fileId: fileId!, fileName: fileName!, idempotencyKey }));
}

function linkOf({ file: fileId, idempotencyKey, channel, session, record }: FilesOptions) {
  const given = Object.entries({ channel, session, record }).filter(([, id]) => id !== undefined);
  return { fileId: fileId!, ...targetOf(Object.fromEntries(given) as Destination), idempotencyKey };
}

function answer(output: Context['output'], { file }: { file: File }): void {
  output.answer({ file }, () => tableOf([file], { ...columns, ...attachedTo }));
}
