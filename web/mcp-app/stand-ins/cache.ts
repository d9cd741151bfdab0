type Refresh = () => Promise<void>;

const shown = new Set<Refresh>();

/** Calls back when something may have changed, so that an answer is read anew. */
export function onStale(refresh: Refresh): () => void {
  shown.add(refresh);
  return () => shown.delete(refresh);
}

/** An app shows one answer, so whatever changes makes all of it stale. */
export const cache = {
  invalidateQueries: async (_of?: object): Promise<void> => {
    await Promise.all([...shown].map((refresh) => refresh()));
  },
};
