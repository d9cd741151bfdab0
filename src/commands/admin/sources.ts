import { resolve } from 'node:path';
import { Title } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { type Config, ConfigError } from '../../config.ts';
import { SourceProblem } from '../../workspace/sources/tables.ts';
import {
  addSource,
  listSources,
  type Source,
  type SourceDetails,
  sourceNamed,
  synchronize,
  takeDueSource,
} from '../../workspace/sources/sources.ts';
import { type Administration, onFolder, complain, print, printList } from './administration.ts';

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

type Database = Administration['database'];

/** `workspace admin sources add`: connects a source as the user of this machine, and takes its records over at once. */
export async function addConnectedSource(config: Config, options: AddSourceOptions): Promise<void> {
  const details = detailsOf(options);
  await onWorkspace(config, async ({ database, operator }) => {
    const source = await addSource(database, operator, options.channel, details);
    print(options, shown(source), describe(source));
  });
}

/** `workspace admin sources sync`. A source with a problem does not stop the others; the exit status is then 1. */
export async function syncSources(config: Config, options: SyncSourcesOptions): Promise<void> {
  if (options.source !== undefined && options.due) throw new ConfigError('--source and --due exclude one another');
  await onWorkspace(config, async ({ database }) => {
    const outcomes = [];
    for await (const source of chosenSources(database, options)) outcomes.push(await outcomeOf(database, source));
    print(options, { sources: outcomes }, outcomes.map(sentenceOf));
    if (outcomes.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
  });
}

/** `workspace admin sources list`. */
export async function listOfSources(config: Config, options: ListSourcesOptions): Promise<void> {
  await onWorkspace(config, async ({ database }) => {
    const sources = await database.read(listSources);
    printList(options, { sources: sources.map(shown) }, sources.flatMap(describe), 'sources');
  });
}

/** Waits until the stored text is indexed, because no gateway may be running to do it. */
async function onWorkspace(config: Config, use: (folder: Administration) => Promise<void>): Promise<void> {
  await onFolder(config, async (folder) => {
    await use(folder);
    folder.indexer.wake();
    await folder.indexer.idle();
  });
}

function detailsOf({ name, csv, sqlite, table, key, every = String(limits.sourceMinutesDefault) }: AddSourceOptions) {
  const mistakes: string[] = [];
  if (!Title.safeParse(name).success)
    mistakes.push(`--name must be 1 to ${limits.title} characters of text on one line`);
  if ((csv === undefined) === (sqlite === undefined))
    mistakes.push('--csv FILE or --sqlite FILE must be given, not both');
  if ((sqlite === undefined) !== (table === undefined))
    mistakes.push('--table goes with --sqlite, and --sqlite with it');
  const everyMinutes = /^\d{1,6}$/.test(every) ? Number(every) : 0;
  if (everyMinutes < 1 || everyMinutes > limits.sourceMinutesMost)
    mistakes.push(`--every must be minutes, from 1 to ${limits.sourceMinutesMost}`);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  const place =
    csv === undefined
      ? { kind: 'sqlite' as const, path: resolve(sqlite!), table: table! }
      : { kind: 'csv' as const, path: resolve(csv), table: null };
  return { ...place, name, keyColumn: key, everyMinutes } satisfies SourceDetails;
}

/** Takes each due source only when the one before is done. If the command is stopped, other processes take the rest. */
async function* chosenSources(database: Database, { source, due }: SyncSourcesOptions): AsyncGenerator<Source> {
  if (due) yield* dueSources(database);
  else if (source !== undefined) yield await database.read((db) => sourceNamed(db, source));
  else yield* await database.read(listSources);
}

/** Each once, however soon its turn comes again. */
async function* dueSources(database: Database): AsyncGenerator<Source> {
  const taken = new Set<string>();
  for (;;) {
    const next = await takeDueSource(database, taken);
    if (!next) return;
    taken.add(next.id);
    yield next;
  }
}

interface Outcome {
  readonly sourceId: string;
  readonly objectTypeId: string;
  readonly name: string;
  readonly added?: number;
  readonly changed?: number;
  readonly removed?: number;
  readonly problem?: string;
}

/** Whatever befalls one source, the others have their turn. */
async function outcomeOf(database: Database, { id, objectTypeId, name }: Source): Promise<Outcome> {
  const what = { sourceId: id, objectTypeId, name };
  try {
    return { ...what, ...(await synchronize(database, id)) };
  } catch (error) {
    const problem = error instanceof SourceProblem ? error.message : `failed unexpectedly: ${String(error)}`;
    complain(`${id} "${name}": ${problem}`);
    return { ...what, problem };
  }
}

const sentenceOf = ({ sourceId, name, added, changed, removed, problem }: Outcome): string =>
  `${sourceId} "${name}": ${problem === undefined ? `${added} added, ${changed} changed, ${removed} removed` : 'as it was'}`;

const shown = (source: Source) => ({
  sourceId: source.id,
  objectTypeId: source.objectTypeId,
  name: source.name,
  channelId: source.channelId,
  kind: source.kind,
  path: source.path,
  ...(source.table !== null && { table: source.table }),
  key: source.keyColumn,
  everyMinutes: source.everyMinutes,
  records: source.records,
  synchronizedAt: source.synchronizedAt,
  ...(source.problem !== null && { triedAt: source.triedAt, problem: source.problem }),
});

function describe({
  id,
  objectTypeId,
  name,
  records,
  path,
  table,
  everyMinutes,
  synchronizedAt,
  problem,
}: Source): string[] {
  const from = table === null ? path : `${table} of ${path}`;
  const line = `${objectTypeId} "${name}": records: ${records}, from ${from} (${id}) at ${synchronizedAt}, every ${everyMinutes} minutes`;
  return problem === null ? [line] : [line, `  problem: ${problem}`];
}
