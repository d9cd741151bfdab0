import type { ReferenceType } from '../fields/around.ts';
import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import type { IconName } from '../ui/icon.tsx';

/** Something that a field or an answer points to: what it is called and where its page is. */
export interface Referred {
  readonly title: string;
  readonly url: string | undefined;
  readonly icon: IconName;
}

type Asking = { readonly id: string; readonly dataSetId?: string | undefined; readonly signal: AbortSignal };

/** The shortest text that can be asked for. Only the title is needed. */
const shortest = 4;

/** Reads what a reference points to. Rejects where the person has no access. */
export const readReference: Record<ReferenceType, (asking: Asking) => Promise<Referred>> = {
  async artifact({ id, signal }) {
    const { artifact } = await workspace.artifacts.get({ artifactId: id, length: shortest }, { signal });
    return { title: artifact.title, url: artifact.url, icon: artifact.kind === 'csv' ? 'sheet' : 'document' };
  },
  async file({ id, signal }) {
    const { file } = await workspace.files.get({ fileId: id }, { signal });
    return { title: file.fileName, url: file.url, icon: 'file' };
  },
  async session({ id, signal }) {
    const { session } = await workspace.sessions.get({ sessionId: id }, { signal });
    return { title: session.title, url: session.url, icon: 'session' };
  },
  async record({ id, dataSetId = '', signal }) {
    const { channelId } = await cache.fetchQuery(homeOfDataSet(dataSetId));
    const { record } = await workspace.records.get({ channelId, recordId: id }, { signal });
    return { title: record.title, url: record.url, icon: 'record' };
  },
};

/** A Data Set by its ID alone, with its channel. */
export const homeOfDataSet = (objectTypeId: string) => ({
  queryKey: ['data_set', objectTypeId, 'home'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await workspace.dataSets.find({ objectTypeId }, { signal })).dataSet,
});
