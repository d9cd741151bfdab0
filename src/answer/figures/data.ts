import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';

export type Data = Awaited<ReturnType<Workspace['queries']['run']>>['data'];

/** A query that is refused, such as one of too many conditions, gave no figures. */
export async function dataOf(query: TypedQuery, { queries }: Workspace): Promise<Data | undefined> {
  return queries.run(query).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'invalid_request') return undefined;
      throw error;
    },
  );
}
