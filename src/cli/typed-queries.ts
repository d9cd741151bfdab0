import type { Workspace } from '../../schemas/index.ts';
import type { TypedQuery } from '../../schemas/queries.ts';
import { pagesOf } from '../sdk/index.ts';
import type { PageOptions } from './options.ts';

type Answer = Awaited<ReturnType<Workspace['queries']['run']>>;

/** The answer to a typed query; with `--all`, every page of its records joined into one. */
export async function answerTo(workspace: Workspace, body: TypedQuery, page: PageOptions): Promise<Answer> {
  const { limit, cursor, all } = page;
  const query = { ...body, ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
  if (!all) return workspace.queries.run(query);
  const answers = await Array.fromAsync(pagesOf(workspace.queries.run, query));
  const last = answers.at(-1)!;
  const rows = answers.flatMap(({ data }) => data.rows ?? []);
  const { completeness } = last.data;
  const data = {
    ...last.data,
    ...(last.data.rows && { rows }),
    ...(completeness && { completeness: { ...completeness, returned: rows.length } }),
  };
  return { ...last, data };
}
