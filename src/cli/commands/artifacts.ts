import type { Command } from 'commander';
import type { Artifact, ArtifactKind } from '../../../schemas/artifacts.ts';
import { restoredBy } from '../../../schemas/same-versions.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { attachedTo, type Destination, targetOf } from '../destinations.ts';
import { textOfFile } from '../local-files.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { moment, type Output, prose, sizeOf, tableOf } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface ArtifactsOptions extends CommonOptions, PageOptions, Omit<Destination, 'session'> {
  readonly q?: string;
  readonly kind?: ArtifactKind;
  readonly title?: string;
  readonly file?: string;
  readonly artifact?: string;
  readonly versionId?: string;
  readonly versions?: true;
  readonly diffFrom?: string;
  readonly restore?: true;
  readonly expectedVersion?: string;
  readonly attach?: true;
  readonly detach?: true;
  readonly move?: true;
  readonly withdraw?: true;
  readonly delete?: true;
  readonly idempotencyKey?: string;
}

export function addArtifacts(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('artifacts')
        .description('list, read, create, update, move, attach, detach and delete documents and sheets')
        .option('--q <text>', 'list those with these words in their title')
        .option('--kind <kind>', 'markdown (a document) or csv (a sheet)')
        .option('--channel <channel>', 'list those of this channel, create there, move or attach to it')
        .option('--title <text>', 'title of what is created, or a new one')
        .option('--file <path>', 'the content to create or update it with; - for stdin')
        .option('--artifact <id>', 'one artifact: prints its content, unless more is asked')
        .option('--version-id <id>', 'an older version of it')
        .option('--versions', 'list its versions')
        .option('--diff-from <id>', 'what changed from this version to --version-id, or to the current one')
        .option('--restore', 'make --version-id the current version again, as a new one')
        .option(
          '--expected-version <id>',
          'version that an update was made from: if another stands now, nothing is changed',
        )
        .option('--attach', 'attach it to a channel or record')
        .option('--detach', 'detach it from there; the artifact stays')
        .option('--move', 'make --channel its home channel: its readers read it, and its writers edit it')
        .option('--withdraw', 'take it out of its home channel, so that only its creator reads it')
        .option('--delete', 'move it to the trash; see "workspace trash"')
        .option('--record <id>', 'the record to attach it to'),
    ),
  ).action(cli.on<ArtifactsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const destinations = ['channel', 'record'] as const;

const actions: readonly Action<ArtifactsOptions>[] = [
  { by: [], takes: ['q', 'kind', 'channel', ...pageOptions], run: list },
  { by: ['file'], needs: ['kind', 'title'], takes: ['channel'], run: create },
  { by: ['artifact'], takes: ['versionId'], run: read },
  { by: ['artifact', 'versions'], takes: pageOptions, run: versions },
  { by: ['artifact', 'diffFrom'], takes: ['versionId'], run: diff },
  { by: ['artifact', 'restore'], needs: ['versionId', 'expectedVersion'], run: restore },
  { by: ['artifact', 'file'], needs: ['expectedVersion'], takes: ['title'], run: update },
  { by: ['artifact', 'title'], needs: ['expectedVersion'], takes: ['file'], run: update },
  { by: ['artifact', 'attach'], needs: [destinations], run: attach },
  { by: ['artifact', 'detach'], needs: [destinations], run: detach },
  { by: ['artifact', 'move'], needs: ['channel'], run: move },
  { by: ['artifact', 'withdraw'], run: move },
  { by: ['artifact', 'delete'], run: remove },
  { by: ['attach'], needs: ['artifact', destinations], run: attach },
  { by: ['detach'], needs: ['artifact', destinations], run: detach },
];

const columns = {
  ID: ({ id }: Artifact) => id,
  KIND: ({ kind }: Artifact) => kind,
  TITLE: ({ title }: Artifact) => title,
  VERSION: ({ versionNumber }: Artifact) => versionNumber,
  SIZE: ({ size }: Artifact) => sizeOf(size),
  UPDATED: ({ updatedAt }: Artifact) => moment(updatedAt),
  BY: ({ updatedBy }: Artifact) => updatedBy.name,
};

async function list({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const { q, kind, channel, ...page } = options;
  const found = await pageOf(workspace.artifacts.list, 'artifacts', { q, kind, channelId: channel }, page);
  output.list(found, found.artifacts, columns, 'such documents or sheets');
}

async function create({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const { kind, title, file, channel: channelId, idempotencyKey } = options;
  const content = await textOfFile(file!);
  answer(output, await workspace.artifacts.create({ kind: kind!, title: title!, content, channelId, idempotencyKey }));
}

/** Others wrote the content, so a terminal gets a harmless form. A file or pipe gets it byte for byte. */
async function read(
  { workspace, output }: Context,
  { artifact: artifactId, versionId }: ArtifactsOptions,
): Promise<void> {
  const answered = await workspace.artifacts.get({ artifactId: artifactId!, versionId });
  const { content } = answered.artifact;
  if (process.stdout.isTTY) return output.answer(answered, () => [prose(content)]);
  return output.answer(answered, () => {
    process.stdout.write(content);
    return [];
  });
}

async function versions({ workspace, output }: Context, { artifact, ...page }: ArtifactsOptions): Promise<void> {
  const found = await pageOf(workspace.artifacts.versions, 'versions', { artifactId: artifact! }, page);
  const columns = {
    VERSION: ({ versionId }: (typeof found.versions)[number]) => versionId,
    NUMBER: ({ versionNumber }: (typeof found.versions)[number]) => versionNumber,
    TITLE: ({ title }: (typeof found.versions)[number]) => title,
    CREATED: ({ createdAt }: (typeof found.versions)[number]) => moment(createdAt),
    BY: ({ createdBy }: (typeof found.versions)[number]) => createdBy.name,
    RESTORED: (version: (typeof found.versions)[number]) => restoredBy(version, found.versions),
  };
  output.list(found, found.versions, columns, 'versions');
}

async function diff({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const { artifact, diffFrom, versionId } = options;
  const answered = await workspace.artifacts.diff({ artifactId: artifact!, from: diffFrom!, to: versionId });
  output.answer(answered, () => [
    prose(answered.diff),
    ...(answered.isCut ? ['The diff goes on; read the version.'] : []),
  ]);
}

async function restore({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const { artifact, versionId, expectedVersion, idempotencyKey } = options;
  const input = { artifactId: artifact!, versionId: versionId!, expectedVersionId: expectedVersion!, idempotencyKey };
  answer(output, await workspace.artifacts.restore(input));
}

async function update({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const { artifact: artifactId, expectedVersion, title, file, idempotencyKey } = options;
  const content = file === undefined ? undefined : await textOfFile(file);
  const input = { artifactId: artifactId!, expectedVersionId: expectedVersion!, title, content, idempotencyKey };
  answer(output, await workspace.artifacts.update(input));
}

async function move({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const { artifact: artifactId, channel = null, idempotencyKey } = options;
  const answered = await workspace.artifacts.update({ artifactId: artifactId!, channelId: channel, idempotencyKey });
  const { channelId: home } = answered.artifact;
  output.answer(answered, () => [
    home === undefined ? 'It is in no channel now. Only its creator reads it.' : `Its home channel is ${home} now.`,
  ]);
}

async function attach({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const answered = await workspace.artifacts.link(linkOf(options));
  output.answer(answered, () => [answered.attached ? 'Attached.' : 'It was attached already.']);
}

async function detach({ workspace, output }: Context, options: ArtifactsOptions): Promise<void> {
  const answered = await workspace.artifacts.unlink(linkOf(options));
  output.answer(answered, () => [answered.detached ? 'Detached.' : 'It was not attached.']);
}

async function remove({ workspace, output }: Context, { artifact, idempotencyKey }: ArtifactsOptions): Promise<void> {
  output.answer(await workspace.artifacts.remove({ artifactId: artifact!, idempotencyKey }), () => [
    'Moved to the trash.',
  ]);
}

function linkOf({ artifact: artifactId, idempotencyKey, channel, record }: ArtifactsOptions) {
  const given = channel === undefined ? { record: record! } : { channel };
  return { artifactId: artifactId!, ...targetOf<'channel' | 'record'>(given), idempotencyKey };
}

function answer(output: Output, { artifact }: { artifact: Artifact }): void {
  output.answer({ artifact }, () =>
    tableOf([artifact], { ...columns, 'VERSION ID': ({ versionId }) => versionId, ...attachedTo }),
  );
}
