import { WorkspaceError } from '../../schemas/errors.ts';
import type { CallOptions } from './options.ts';

interface PageInput {
  cursor?: string | undefined;
}

interface PageOutput {
  nextCursor?: string | undefined;
}

/** Some operations wrap the page in `data`. */
type AnyPage = PageOutput & { data?: unknown };

type List<Input, Page> = (input: Input, options?: CallOptions) => Promise<Page>;

/** The item type of a page's only list. */
type ItemOf<Page> = { [Key in keyof Page]-?: Page[Key] extends readonly (infer Item)[] ? Item : never }[keyof Page];

/**
 * The pages of a list from `input.cursor` on, fetched one at a time. Throws `unavailable` if cursors repeat. Example:
 * `for await (const { data } of pagesOf(client.views.data, { channelId, viewId })) …`
 */
export async function* pagesOf<Input extends PageInput, Page extends AnyPage>(
  list: List<Input, Page>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Page, void> {
  const circle = new Circle();
  for (let { cursor } = input; ; ) {
    const page = await list({ ...input, cursor }, options);
    yield page;
    const { nextCursor } = 'nextCursor' in page ? page : ((page.data ?? {}) as PageOutput);
    if (nextCursor === undefined) return;
    if (typeof nextCursor !== 'string' || circle.closesWith(nextCursor)) throw endless();
    cursor = nextCursor;
  }
}

/**
 * Detects repeating cursors with one stored cursor (Brent's algorithm). Each stored cursor is compared with twice as
 * many as the one before. Eventually that covers any cycle.
 */
class Circle {
  #remembered: string | undefined;
  #compared = 0;
  #most = 1;

  closesWith(cursor: string): boolean {
    if (cursor === this.#remembered) return true;
    this.#compared += 1;
    if (this.#compared < this.#most) return false;
    [this.#remembered, this.#compared, this.#most] = [cursor, 0, this.#most * 2];
    return false;
  }
}

const endless = () =>
  new WorkspaceError(
    'unavailable',
    'The list does not end: what it says comes next is a page that came before, or none. Ask again later from the start.',
  );

/** The items of all pages of a list: `for await (const artifact of itemsOf(client.artifacts.list, { channelId })) …` */
export async function* itemsOf<Input extends PageInput, Page extends PageOutput>(
  list: List<Input, Page>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<ItemOf<Page>, void> {
  for await (const page of pagesOf(list, input, options)) {
    const items = Object.values(page).find((value) => Array.isArray(value)) as ItemOf<Page>[] | undefined;
    yield* items ?? [];
  }
}
