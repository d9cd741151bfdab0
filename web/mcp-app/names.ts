import type { PickedType } from '../fields/around.ts';
import { call } from './calls.ts';
import { hostCan } from './host.ts';

const known = new Map<string, string>();
const asked = new Map<string, Promise<unknown>>();

/** The name behind an ID, if it is known already. */
export const nameOf = (type: PickedType, id: string): string | undefined => known.get(`${type} ${id}`);

/** Reads a name by the tool that tells it. Everybody in a list is read at once. */
export async function readName(type: PickedType, id: string, channelId: string): Promise<string> {
  const key = `${type} ${id}`;
  if (!known.has(key) && hostCan('serverTools')) {
    known.set(key, await once(key, () => reads[type](id, channelId)));
  }
  return known.get(key) ?? id;
}

/** Reads once. A reading that failed is forgotten, so that the next one tries again. */
function once<Found>(key: string, read: () => Promise<Found>): Promise<Found> {
  const reading = (asked.get(key) as Promise<Found> | undefined) ?? read();
  asked.set(key, reading);
  reading.catch(() => asked.delete(key));
  return reading;
}

const reads: Record<PickedType, (id: string, channelId: string) => Promise<string>> = {
  user: async (id) => {
    await once('people', readPeople);
    return known.get(`user ${id}`) ?? id;
  },
  record: async (recordId, channelId) =>
    (await call<{ record: { title: string } }>('workspace_record_get', { channelId, recordId })).record.title,
  artifact: async (artifactId) =>
    (await call<{ artifact: { title: string } }>('workspace_artifact_get', { artifactId, versions: 1 })).artifact.title,
  file: async (fileId) => (await call<{ file: { fileName: string } }>('workspace_file_get', { fileId })).file.fileName,
  session: async (sessionId) =>
    (await call<{ session: { title: string } }>('workspace_session_get', { sessionId })).session.title,
};

/** The most people whose names are read. Others stay their IDs. */
const mostPeople = 1_000;

async function readPeople(): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const page = await call<{ people: { id: string; name: string }[]; nextCursor?: string }>('workspace_people', {
      limit: 200,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { id, name } of page.people) known.set(`user ${id}`, name);
    cursor = page.nextCursor;
    if (cursor === undefined || known.size > mostPeople) return;
  }
}
