import type { PickedType } from '../../fields/around.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { itemsOf } from '../../../src/sdk/index.ts';
import type { IconName } from '../../ui/icon.tsx';
import { firstOf } from '../lists/first-of.ts';
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
    const list = itemsOf(workspace.artifacts.list, { limit: most, ...(q && { q }) }, { signal });
    const artifacts = await firstOf(list, most);
    return artifacts.map(({ id, title, kind }) => ({
      id,
      label: title,
      note: kind === 'csv' ? 'sheet' : 'document',
      icon: kind === 'csv' ? 'sheet' : 'document',
    }));
  },
  async file({ q, signal }) {
    const list = itemsOf(workspace.files.list, { limit: most, ...(q && { q }) }, { signal });
    const files = await firstOf(list, most);
    return files.map(({ id, fileName }) => ({ id, label: fileName, icon: 'file' }));
  },
  async session({ q, signal }) {
    const list = itemsOf(workspace.sessions.list, { limit: most, ...(q && { q }) }, { signal });
    const sessions = await firstOf(list, most);
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
