type Refresh = () => Promise<void>;

const shown = new Set<Refresh>();

/** Calls back when something may have changed, so that an answer is read anew. */
export function onStale(refresh: Refresh): () => void {
  shown.add(refresh);
  return () => shown.delete(refresh);
}

let reading: Promise<void> | undefined;

/** Reads once, however much is called stale in this moment. A host may ask its person about each call. */
async function readAnew(): Promise<void> {
  await Promise.resolve();
  reading = undefined;
  await Promise.all([...shown].map((refresh) => refresh()));
}

/** An app shows one answer, so whatever changes makes all of it stale. */
export const cache = {
  invalidateQueries: (_of?: object): Promise<void> => (reading ??= readAnew()),
};
