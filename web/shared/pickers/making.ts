import type { PickedType } from '../../fields/around.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { newKey, underKey } from '../../data/keys.ts';
import type { IconName } from '../../ui/icon.tsx';
import { homeOfDataSet } from '../references.ts';

interface Place {
  /** The channel in which new content is placed. */
  readonly channelId: string;
  readonly dataSetId: string | undefined;
}

/** A way to make something that is picked then. Its name is typed, or a file is chosen. */
export interface Way {
  readonly label: string;
  readonly icon: IconName;
  readonly make: (title: string, place: Place) => Promise<string>;
}

const artifact =
  (kind: 'markdown' | 'csv') =>
  async (title: string, { channelId }: Place) => {
    const content = kind === 'csv' ? 'Column 1\n' : '';
    return (await underKey(workspace.artifacts.create, { kind, title, content, channelId })).artifact.id;
  };

/** The things that a picker makes. A file is uploaded, and people are invited elsewhere. */
export const waysToMake: Record<Exclude<PickedType, 'user' | 'file'>, readonly Way[]> = {
  artifact: [
    { label: 'New document', icon: 'document', make: artifact('markdown') },
    { label: 'New sheet', icon: 'sheet', make: artifact('csv') },
  ],
  session: [
    {
      label: 'Start session',
      icon: 'session',
      async make(title, { channelId }) {
        const { session } = await underKey(workspace.sessions.start, { title });
        await workspace.sessions.link({ sessionId: session.id, channelId });
        return session.id;
      },
    },
  ],
  record: [
    {
      label: 'New record',
      icon: 'record',
      async make(title, { dataSetId: objectTypeId = '' }) {
        const { channelId } = await cache.fetchQuery(homeOfDataSet(objectTypeId));
        const { record } = await underKey(workspace.records.create, { channelId, objectTypeId, title, values: {} });
        return record.id;
      },
    },
  ],
};

/** Stores a file in the channel. */
export const uploadFile = async (file: File, channelId: string): Promise<string> =>
  (await workspace.files.upload({ file, channelId, idempotencyKey: newKey() })).file.id;
