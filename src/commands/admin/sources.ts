import { resolve } from 'node:path';
import { contract, type Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Source, Synchronization } from '../../../schemas/sources.ts';
import { type Config, ConfigError } from '../../config.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, complain, print, printList } from './administration.ts';

export interface AddSourceOptions {
  readonly channel: string;
  readonly name: string;
  readonly csv?: string;
  readonly sqlite?: string;
  readonly table?: string;
  readonly key: string;
  readonly every?: string;
  readonly json: boolean;
}

export interface SyncSourcesOptions {
  readonly source?: string;
  readonly due: boolean;
  readonly json: boolean;
}

export interface ListSourcesOptions {
  readonly json: boolean;
}

type NewSource = Parameters<Workspace['sources']['add']>[0];

/** `workspace admin sources add`: connects a source as the user of this machine, and takes its records over at once. */
export async function addConnectedSource(config: Config, options: AddSourceOptions): Promise<void> {
  const details = detailsOf(options);
  await onWorkspace(config, async (workspace) => {
    const { source } = await workspace.sources.add(details);
    print(options, source, describe(source));
  });
}

/** `workspace admin sources sync`. A source with a problem does not stop the others; the exit status is then 1. */
export async function syncSources(config: Config, options: SyncSourcesOptions): Promise<void> {
  if (options.source !== undefined && options.due) throw new ConfigError('--source and --due exclude one another');
  await onWorkspace(config, async (workspace) => {
    const outcomes: Synchronization[] = [];
    for await (const source of chosenSources(workspace, options)) outcomes.push(await outcomeOf(workspace, source));
    print(options, { sources: outcomes }, outcomes.map(sentenceOf));
    if (outcomes.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
  });
}

/** `workspace admin sources list`. */
export async function listOfSources(config: Config, options: ListSourcesOptions): Promise<void> {
  await onWorkspace(config, async (workspace) => {
    const sources = await allSources(workspace);
    printList(options, { sources }, sources.flatMap(describe), 'sources');
  });
}

/** Waits until the stored text is indexed, because no gateway may be running to do it. */
async function onWorkspace(config: Config, use: (workspace: Workspace) => Promise<void>): Promise<void> {
  await administer(config, async (workspace, indexer) => {
    await use(workspace);
    indexer.wake();
    await indexer.idle();
  });
}

const allSources = (workspace: Workspace) =>
  Array.fromAsync(itemsOf(workspace.sources.list, { limit: limits.pageMost }));

/** Which file it is, and every option that cannot be meant. */
function detailsOf(options: AddSourceOptions): NewSource {
  const { channel: channelId, name, csv, sqlite, table, key, every } = options;
  const mistakes = mistakesIn(options);
  const given = {
    channelId,
    name,
    kind: csv === undefined ? 'sqlite' : 'csv',
    path: resolve(csv ?? sqlite ?? '.'),
    ...(table !== undefined && { table }),
    key,
    ...(every !== undefined && { everyMinutes: /^\d{1,6}$/.test(every) ? Number(every) : Number.NaN }),
  } satisfies NewSource;
  const { error } = contract.sources.add.input.safeParse(given);
  for (const { path, message } of error?.issues ?? []) mistakes.push(`${flags[String(path[0])]} ${message}`);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return given;
}

const mistakesIn = ({ csv, sqlite }: AddSourceOptions): string[] =>
  (csv === undefined) === (sqlite === undefined) ? ['--csv FILE or --sqlite FILE must be given, not both'] : [];

const flags: Readonly<Record<string, string>> = {
  channelId: '--channel',
  name: '--name',
  path: 'the path of the file',
  table: '--table',
  key: '--key',
  everyMinutes: '--every',
};

/** Takes each due source only when the one before is done. If the command is stopped, other processes take the rest. */
async function* chosenSources(workspace: Workspace, { source, due }: SyncSourcesOptions): AsyncGenerator<Source> {
  if (due) yield* dueSources(workspace);
  else if (source !== undefined) yield (await workspace.sources.get({ sourceId: source })).source;
  else yield* await allSources(workspace);
}

/** Each once, however soon its turn comes again. */
async function* dueSources(workspace: Workspace): AsyncGenerator<Source> {
  const notTriedSince = new Date().toISOString();
  for (;;) {
    const { source } = await workspace.sources.takeDue({ notTriedSince });
    if (!source) return;
    yield source;
  }
}

/** Whatever befalls one source, the others have their turn. */
async function outcomeOf(workspace: Workspace, { sourceId, objectTypeId, name }: Source): Promise<Synchronization> {
  const outcome = await workspace.sources
    .synchronize({ sourceId })
    .then(({ source }) => source)
    .catch((error: unknown) => ({ sourceId, objectTypeId, name, problem: `failed unexpectedly: ${String(error)}` }));
  if (outcome.problem !== undefined) complain(`${sourceId} "${name}": ${outcome.problem}`);
  return outcome;
}

const sentenceOf = ({ sourceId, name, added, changed, removed, problem }: Synchronization): string =>
  `${sourceId} "${name}": ${problem === undefined ? `${added} added, ${changed} changed, ${removed} removed` : 'as it was'}`;

function describe(source: Source): string[] {
  const { sourceId, objectTypeId, name, records, path, table, everyMinutes, synchronizedAt, problem } = source;
  const from = table === undefined ? path : `${table} of ${path}`;
  const line = `${objectTypeId} "${name}": records: ${records}, from ${from} (${sourceId}) at ${synchronizedAt}, every ${everyMinutes} minutes`;
  return problem === undefined ? [line] : [line, `  problem: ${problem}`];
}
