import type { Calls } from '../../support/hosts.ts';
import type { Account, Body } from '../../support/rest.ts';
import type { Thing } from './model.ts';

/** Acts on things in the trash, by REST or by tools. Each tells whether it was done. */
export interface Door {
  remove(thing: Thing): Promise<boolean>;
  restore(id: string): Promise<boolean>;
  purge(id: string): Promise<boolean>;
  /** All of the trash. */
  trash(): Promise<string[]>;
}

const channelOf = (thing: Thing): string =>
  thing.type === 'data_set'
    ? thing.home.id
    : thing.type === 'record' || thing.type === 'view'
      ? thing.home.home.id
      : '';

const addressOf = (thing: Thing): string => {
  const { id } = thing;
  switch (thing.type) {
    case 'record':
      return `/channels/${channelOf(thing)}/records/${id}`;
    case 'view':
      return `/channels/${channelOf(thing)}/views/${id}`;
    case 'data_set':
      return `/channels/${channelOf(thing)}/data-sets/${id}`;
    default:
      return `/${thing.type}s/${id}`;
  }
};

export function restDoor(account: Account): Door {
  const isDone = async (request: string) => {
    const { status, body } = await account.call(request);
    if (status >= 500) throw new Error(`${request}: ${JSON.stringify(body)}`);
    return status < 300;
  };
  return {
    remove: (thing) => isDone(`DELETE ${addressOf(thing)}`),
    restore: (id) => isDone(`POST /trash/${id}/restore`),
    purge: (id) => isDone(`DELETE /trash/${id}`),
    trash: async () => (await allOf(account, '/trash', ({ trash }) => trash)).map(({ id }) => id),
  };
}

/** Purging is for people: no tool does it. */
export function toolDoor({ call }: Calls, rest: Door): Door {
  const isDone = async (tool: string, input: Record<string, unknown>) => {
    const { problem } = await call(tool, input);
    if (problem && problem.status >= 500) throw new Error(`${tool}: ${JSON.stringify(problem)}`);
    return problem === undefined;
  };
  return {
    ...rest,
    remove(thing) {
      const channelId = channelOf(thing);
      return isDone('workspace_delete', { type: thing.type, id: thing.id, ...(channelId !== '' && { channelId }) });
    },
    restore: (id) => isDone('workspace_restore', { id }),
    async trash() {
      const ids: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const { structured } = await call('workspace_trash', { limit: 40, ...(cursor !== undefined && { cursor }) });
        ids.push(...(structured as unknown as { trash: { id: string }[] }).trash.map(({ id }) => id));
        cursor = structured.nextCursor;
        if (cursor === undefined) return ids;
      }
    },
  };
}

/** Every item of a list, page by page. */
export async function allOf<Item>(
  { done }: Account,
  path: string,
  itemsIn: (body: Body) => readonly Item[],
  limit = 25,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const mark = path.includes('?') ? '&' : '?';
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const body = await done(`GET ${path}${mark}limit=${limit}${more}`);
    items.push(...itemsIn(body));
    cursor = body.nextCursor;
    if (cursor === undefined) return items;
  }
}
