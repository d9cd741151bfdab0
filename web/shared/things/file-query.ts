import { queryOptions } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';

export const fileQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['file', fileId],
    queryFn: async ({ signal }) => (await workspace.files.get({ fileId }, { signal })).file,
  });
