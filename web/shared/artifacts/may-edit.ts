import { useChannels, useMe } from '../../data/queries.ts';
import type { Artifact } from './queries.ts';

/** Whether to offer changes. The workspace decides again when one is made. */
export function useMayEdit({ createdBy, channelId }: Pick<Artifact, 'createdBy' | 'channelId'>): boolean {
  const me = useMe();
  const home = useChannels()?.find(({ id }) => id === channelId);
  if (!me?.scopes.includes('workspace.write')) return false;
  return createdBy.id === me.userId || (home !== undefined && home.role !== 'reader');
}
