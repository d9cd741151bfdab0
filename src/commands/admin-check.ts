import type { Config } from '../config.ts';
import { problemsOf } from '../workspace/check.ts';

export interface AdminCheckOptions {
  readonly json: boolean;
}

/** `workspace admin check`: lists what is wrong with a workspace, running or not; exit status 1 when anything is. */
export async function adminCheck(config: Config, { json }: AdminCheckOptions): Promise<void> {
  const problems = await problemsOf(config);
  if (json) process.stdout.write(`${JSON.stringify({ ok: problems.length === 0, problems })}\n`);
  else process.stdout.write(problems.length === 0 ? 'nothing is wrong\n' : `${problems.join('\n')}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
