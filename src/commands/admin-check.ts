import type { Config } from '../config.ts';
import { problemsOf } from '../workspace/check.ts';
import { type Printing, print } from './administration.ts';

/** `workspace admin check`: lists what is wrong with a workspace, running or not; exit status 1 when anything is. */
export async function adminCheck(config: Config, options: Printing): Promise<void> {
  const problems = await problemsOf(config);
  const isSound = problems.length === 0;
  print(options, { ok: isSound, problems }, isSound ? ['nothing is wrong'] : problems);
  if (!isSound) process.exitCode = 1;
}
