import { existsSync } from 'node:fs';
import { folderKeys } from '../../auth/keys.ts';
import type { Config } from '../../config.ts';
import { advice, type Problem, problemsOf } from '../../folder/check.ts';
import { placesIn } from '../../folder/places/places.ts';
import { signingKeysOf } from '../signing-keys.ts';
import { print, type Printing } from './administration.ts';

const onServer =
  'The database is on a server and was not verified; pg_amcheck does that there. References and values of rows were not checked. Keys, contents and files were.';

/** The faults of a workspace and of the keys beside it. */
export const problemsIn = (config: Config) =>
  problemsOf({
    ...config,
    keyProblems: (dataFolder) => folderKeys(placesIn(dataFolder).signingKey).problems(),
    async *sharedKeyProblems(workspace) {
      const { dataFolder, key } = config;
      const keys = await (await signingKeysOf({ workspace, dataFolder, key, readOnly: true }))();
      if (keys.file === undefined) yield* keys.problems();
    },
  });

/** `workspace admin check`: lists the faults of a workspace and what to do. Exits with status 1 if there is one. */
export async function adminCheck(config: Config, options: Printing): Promise<void> {
  const problems: string[] = [];
  const kinds = new Set<Problem['kind']>();
  for await (const { problem, kind } of problemsIn(config)) {
    problems.push(problem);
    kinds.add(kind);
    if (!options.json) print(options, problem, [problem]);
  }
  const left = existsSync(placesIn(config.dataFolder).databaseUrl) ? [onServer] : [];
  if (problems.length === 0) return print(options, { ok: true, problems }, ['nothing is wrong', ...left]);
  process.exitCode = 1;
  const toDo = [...Array.from(kinds, (kind) => advice[kind]), ...left];
  print(options, { ok: false, problems, advice: toDo }, ['', ...toDo]);
}
