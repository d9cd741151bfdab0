import type { Handlers } from './call.ts';
import type { Context } from './context.ts';
import type { QueryData, QueryInput } from './queries.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('not built yet');
};

export const views: Handlers<'views'> = {
  list: unbuilt,
  create: unbuilt,
  update: unbuilt,
  data: unbuilt,
};

/** What a typed query of the operation `view` answers: the widgets of a dashboard, the rows of any other View. */
export async function viewQueryData(_context: Context, _input: QueryInput): Promise<QueryData> {
  return unbuilt();
}
