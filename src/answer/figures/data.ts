import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';

export type Data = Awaited<ReturnType<Workspace['queries']['run']>>['data'];

/** The most rows of an answer that lists records or groups. */
export const mostOfList = 100;
/** More records are listed only where a list is asked for. */
export const mostUnasked = 20;

/** The result of a query. Undefined when it is refused, such as for too many conditions. */
export async function dataOf(query: TypedQuery, { queries }: Workspace): Promise<Data | undefined> {
  return queries.run(query).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'invalid_request') return undefined;
      throw error;
    },
  );
}
