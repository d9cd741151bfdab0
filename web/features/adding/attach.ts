import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';

/** The kinds of things that a channel shows without owning them. */
export const addable = ['artifact', 'file', 'session'] as const;
export type Addable = (typeof addable)[number];

interface Thing {
  readonly type: Addable;
  readonly id: string;
}

/** Shows something in a channel too. */
export async function attach({ type, id }: Thing, channelId: string): Promise<void> {
  const target = { targetType: 'channel', targetId: channelId } as const;
  if (type === 'artifact') await workspace.artifacts.link({ artifactId: id, ...target });
  else if (type === 'file') await workspace.files.link({ fileId: id, ...target });
  else await workspace.sessions.link({ sessionId: id, channelId });
  shownAgain(type, id, channelId);
}

/** Takes it out of the channel again. The thing stays. */
export async function detach({ type, id }: Thing, channelId: string): Promise<void> {
  const target = { targetType: 'channel', targetId: channelId } as const;
  if (type === 'artifact') await workspace.artifacts.unlink({ artifactId: id, ...target });
  else if (type === 'file') await workspace.files.unlink({ fileId: id, ...target });
  else await workspace.sessions.unlink({ sessionId: id, channelId });
  shownAgain(type, id, channelId);
}

function shownAgain(type: Addable, id: string, channelId: string): void {
  const keys = [[type, id], [`${type}s`], ['feed', channelId], ['access', type, id], ['search', 'to-add']];
  for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
}
