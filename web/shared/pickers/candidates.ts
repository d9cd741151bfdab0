import type { PickedType } from '../../fields/around.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import type { IconName } from '../../ui/icon.tsx';
import { homeOfDataSet } from '../references.ts';

/** Somebody or something that can be picked. */
export interface Candidate {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly icon: IconName;
}

interface Asked {
  readonly q: string;
  readonly dataSetId: string | undefined;
  readonly signal: AbortSignal;
}

const most = 30;

/** The first things of a type that words find; without words, the newest. */
export const findCandidates: Record<PickedType, (asked: Asked) => Promise<Candidate[]>> = {
  async user({ q, signal }) {
    const { people } = await workspace.people.list({ limit: most, ...(q && { q }) }, { signal });
    return people.map(({ id, name }) => ({ id, label: name, icon: 'person' }));
  },
  async artifact({ q, signal }) {
    const { artifacts } = await workspace.artifacts.list({ limit: most, ...(q && { q }) }, { signal });
    return artifacts.map(({ id, title, kind }) => ({
      id,
      label: title,
      note: kind === 'csv' ? 'sheet' : 'document',
      icon: kind === 'csv' ? 'sheet' : 'document',
    }));
  },
  async file({ q, signal }) {
    const { files } = await workspace.files.list({ limit: most, ...(q && { q }) }, { signal });
    return files.map(({ id, fileName }) => ({ id, label: fileName, icon: 'file' }));
  },
  async session({ q, signal }) {
    const { sessions } = await workspace.sessions.list({ limit: most, ...(q && { q }) }, { signal });
    return sessions.map(({ id, title, owner }) => ({ id, label: title, note: owner.name, icon: 'session' }));
  },
  async record({ q, dataSetId = '', signal }) {
    const { channelId } = await cache.fetchQuery(homeOfDataSet(dataSetId));
    const { data } = await workspace.queries.run(
      {
        mode: 'deterministic',
        operation: 'records',
        channelId,
        objectTypeId: dataSetId,
        fields: ['title'],
        limit: most,
        ...(q && { filters: [{ field: 'title', operator: 'contains', value: q }] }),
      },
      { signal },
    );
    return (data.rows ?? []).map(({ id, title }) => ({ id: String(id), label: String(title), icon: 'record' }));
  },
};
