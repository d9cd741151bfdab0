import { useNavigate } from '@tanstack/react-router';
import type { Artifact } from '../../../schemas/artifacts.ts';
import { pathInChannel, resourcePath } from '../../../schemas/urls.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { newKey } from '../../data/keys.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useChannels, useMe } from '../../data/queries.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { titleOfCopy } from '../artifacts/copies.ts';

type Copied = Pick<Artifact, 'id' | 'kind' | 'title' | 'channelId'> & { readonly content: string };

/** Makes a copy of a document or sheet in the same channel, and goes there. Undefined where one may not write. */
export function useDuplicate({ id, kind, title, content, channelId }: Copied): (() => void) | undefined {
  const navigate = useNavigate();
  const me = useMe();
  const home = useChannels()?.find(({ id }) => id === channelId);
  const mayWrite = channelId === undefined || (home !== undefined && home.role !== 'reader');
  const duplicate = async () => {
    try {
      const copy = await titleOfCopy({ id, title, channelId });
      const { artifact } = await workspace.artifacts.create({
        kind,
        title: copy,
        content,
        ...(channelId !== undefined && { channelId }),
        idempotencyKey: newKey(),
      });
      void cache.invalidateQueries({ queryKey: ['artifacts'] });
      const path = home ? pathInChannel(home.slug, 'artifact', artifact.id) : resourcePath('artifact', artifact.id);
      await navigate({ to: path });
      tell(`This is “${copy}”.`, { label: 'Undo', run: () => void takeBack(artifact.id) });
    } catch (error) {
      tell(sentenceOf(error));
    }
  };
  const takeBack = async (artifactId: string) => {
    try {
      await workspace.artifacts.remove({ artifactId });
      history.back();
      void cache.invalidateQueries({ queryKey: ['artifacts'] });
      tell('The copy is in the trash.');
    } catch (error) {
      tell(sentenceOf(error));
    }
  };
  if (!mayWrite || !me?.scopes.includes('workspace.write')) return undefined;
  return () => void duplicate();
}
