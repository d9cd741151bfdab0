import { keyProblems } from '../auth/keys.ts';
import type { Config } from '../config.ts';
import { advice, type Problem, problemsOf } from '../workspace/check.ts';
import { placesIn } from '../workspace/open.ts';

export interface AdminCheckOptions {
  readonly json: boolean;
}

/** `workspace admin check`: lists what is wrong with a workspace, running or not, and what to do; exit status 1 when anything is. */
export async function adminCheck(config: Config, { json }: AdminCheckOptions): Promise<void> {
  const problems: string[] = [];
  const kinds = new Set<Problem['kind']>();
  const ofKeys = (dataFolder: string) => keyProblems(placesIn(dataFolder).signingKey);
  for await (const { problem, kind } of problemsOf({ ...config, keyProblems: ofKeys })) {
    problems.push(problem);
    kinds.add(kind);
    if (!json) process.stdout.write(`${problem}\n`);
  }
  if (problems.length > 0) process.exitCode = 1;
  const toDo = Array.from(kinds, (kind) => advice[kind]);
  const outcome = problems.length > 0 ? { ok: false, problems, advice: toDo } : { ok: true, problems };
  const lines = problems.length > 0 ? `\n${toDo.join('\n')}\n` : 'nothing is wrong\n';
  process.stdout.write(json ? `${JSON.stringify(outcome)}\n` : lines);
}
