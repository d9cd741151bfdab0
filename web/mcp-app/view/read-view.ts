import { WorkspaceError } from '../../../schemas/errors.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { call } from '../calls.ts';
import type { ViewAnswer } from './view-answer.ts';

export interface AskedView {
  readonly channelId: string;
  readonly viewId: string;
  readonly filters?: ViewFilters | undefined;
  readonly cursor?: string | undefined;
}

/** Reads a View with values as they are stored. While they are too long, it asks for fewer records at a time. */
export async function readView({ channelId, viewId, filters, cursor }: AskedView): Promise<ViewAnswer> {
  for (let limit: number | undefined; ; ) {
    const answer = await call<ViewAnswer | Pick<ViewAnswer, 'data'> | undefined>('workspace_view_data', {
      channelId,
      viewId,
      filters,
      cursor,
      limit,
    });
    if (answer && 'channel' in answer) return answer;
    const count = answer?.data.records?.length ?? 0;
    if (count < 2) throw new WorkspaceError('unavailable', keptBack);
    limit = Math.ceil(count / 5);
  }
}

const keptBack =
  'The values of this View are too long for a chat, or this chat keeps them back. Read the answer in words beside it.';
