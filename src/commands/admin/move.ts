import { WorkspaceError } from '../../../schemas/errors.ts';
import { type Config, ConfigError } from '../../config.ts';
import { lostLine } from '../../folder/backup.ts';
import { type Move, moveBlobs } from '../../folder/blobs/move.ts';
import { type DatabaseMove, isThere, moveDatabase } from '../../folder/databases/move.ts';
import { placesIn } from '../../folder/places/places.ts';
import { unshareSigningKeys } from '../signing-keys.ts';
import { complain, print, type Printing } from './administration.ts';
import { progressLines } from './progress.ts';

export interface MoveOptions extends Printing {
  readonly skipDamaged: boolean;
}

interface Moves {
  /** The files. */
  readonly move?: Move;
  readonly database?: DatabaseMove;
}

/** `workspace admin move`: brings the database to a server and the files into a bucket, or back into the data folder. */
export async function adminMove(config: Config, options: MoveOptions): Promise<void> {
  const moves = await moved(config, options);
  const { move, database } = moves;
  print(options, moves, [...(database ? linesOfDatabase(database) : []), ...(move ? linesOfFiles(config, move) : [])]);
}

/** Files are moved while the database is in the folder: before it leaves, or once it is back. */
async function moved(config: Config, options: MoveOptions): Promise<Moves> {
  const { database: to, blobs, dataFolder } = config;
  if (to === undefined && blobs === undefined)
    throw new ConfigError('--database or --blobs must say where to; either may be folder');
  const files = () => moveBlobs({ ...config, ...options, onError: (error) => complain(String(error)) });
  if (to === undefined) return { move: await files() };
  const isDatabaseThere = await isThere(dataFolder, to);
  if (blobs === undefined) return { database: await databaseMove(config, to) };
  if (to === 'folder') {
    const database = isDatabaseThere ? undefined : await databaseMove(config, to);
    const move = database ? await unlessThere(files) : await files();
    return { ...(database && { database }), ...(move && { move }) };
  }
  if (isDatabaseThere) return { move: await files() };
  const move = await unlessThere(files);
  return { database: await databaseMove(config, to), ...(move && { move }) };
}

/** Whatever is there already, such as after a run that was ended, needs no move. */
async function unlessThere<Result>(move: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await move();
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'already_exists') return undefined;
    throw error;
  }
}

function databaseMove(config: Config, to: string): Promise<DatabaseMove> {
  const { dataFolder } = config;
  return moveDatabase({
    dataFolder,
    to,
    openKeys: (keys, installation) => unshareSigningKeys(config, keys, installation),
    onProgress: progressLines(),
  });
}

const linesOfDatabase = ({ to, former, tables, rows }: DatabaseMove): string[] => [
  `The database is ${to === 'folder' ? 'in the data folder' : `at ${to}`}: ${rows} rows of ${tables} tables, equal on both sides.`,
  to === 'folder' ? 'Start without --database from now on.' : 'The data folder knows it; no setting is needed.',
  `${former} is the former database as it was. Remove it once all is well.`,
];

function linesOfFiles({ dataFolder }: Config, { blobs, found, bytes, lost, from, to }: Move): string[] {
  const placeOf = (place: string) => (place === 'folder' ? placesIn(dataFolder).blobs : place);
  return [
    `${blobs} blobs (${bytes} bytes) are in ${placeOf(to)}; ${found} were there already`,
    ...lost.map((one) => `left behind: ${lostLine(one)}`),
    to === 'folder' ? 'Start without --blobs from now on.' : `Start with --blobs ${to} from now on.`,
    `${placeOf(from)} keeps its copies; remove them once all is well.`,
  ];
}
