import type { CallOptions } from './options.ts';

interface PageInput {
  cursor?: string | undefined;
}

interface PageOutput {
  nextCursor?: string | undefined;
}

/** Some say it beside other things. */
type AnyPage = PageOutput | { data: PageOutput };

type List<Input, Page> = (input: Input, options?: CallOptions) => Promise<Page>;

/** What a page's one list holds. */
type ItemOf<Page> = { [Key in keyof Page]-?: Page[Key] extends readonly (infer Item)[] ? Item : never }[keyof Page];

/**
 * The pages of a list from `input.cursor` on, each asked for when it is come to:
 * `for await (const { data } of pagesOf(client.views.data, { channelId, viewId })) …`
 */
export async function* pagesOf<Input extends PageInput, Page extends AnyPage>(
  list: List<Input, Page>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Page, void> {
  for (let { cursor } = input; ; ) {
    const page = await list({ ...input, cursor }, options);
    yield page;
    const { nextCursor } = 'data' in page ? page.data : page;
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}

/**
 * The items of all pages of what lists one kind of thing, one after the other:
 * `for await (const artifact of itemsOf(client.artifacts.list, { channelId })) …`
 */
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
