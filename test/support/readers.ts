import type { Host, Structured } from './hosts.ts';

type Page = { nextCursor?: string };

/** All items of a list that comes in pages. */
async function everyPage<Item>(page: (cursor?: string) => Promise<[readonly Item[], Page]>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const [more, { nextCursor }] = await page(cursor);
    items.push(...more);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** Every artifact that a host can read, as `title: content`. */
export async function artifactsOf({ done }: Pick<Host, 'done'>): Promise<string[]> {
  const found = await everyPage(async (cursor) => {
    const answer = await done('workspace_search', { types: ['artifact'], limit: 100, fields: ['title'], cursor });
    return [answer.results, answer];
  });
  return Promise.all(
    found.map(async ({ id }) => {
      const { artifact } = await done('workspace_artifact_get', { artifactId: id });
      return `${artifact.title}: ${artifact.content}`;
    }),
  );
}

/** Every file that a host can read, as `file name: bytes in base64`. */
export async function filesOf({ done }: Pick<Host, 'done'>): Promise<string[]> {
  const found = await everyPage(async (cursor) => {
    const answer = await done('workspace_files_list', { limit: 100, fields: ['fileName'], cursor });
    return [answer.files, answer];
  });
  return Promise.all(
    found.map(async ({ id, fileName }) => {
      const { contentBase64 } = await fileBytes(done, id);
      return `${fileName}: ${contentBase64}`;
    }),
  );
}

const fileBytes = (done: Host['done'], fileId: string): Promise<Structured> =>
  done('workspace_file_content', { fileId, as: 'base64' });
