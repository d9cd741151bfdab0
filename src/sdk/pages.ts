interface PageInput {
  cursor?: string | undefined;
}

interface PageOutput {
  nextCursor?: string | undefined;
}

/** What a page's one list holds. */
type ItemOf<Page> = { [Key in keyof Page]: Page[Key] extends readonly (infer Item)[] ? Item : never }[keyof Page];

/**
 * The items of all pages of a list, one after the other, each page asked for when it is come to:
 * `for await (const artifact of itemsOf(client.artifacts.list, { channelId })) …`
 */
export async function* itemsOf<Input extends PageInput, Page extends PageOutput>(
  list: (input: Input) => Promise<Page>,
  input: Input,
): AsyncGenerator<ItemOf<Page>, void> {
  for (let cursor = input.cursor; ; ) {
    const page = await list({ ...input, cursor });
    const items = Object.values(page).find((value) => Array.isArray(value)) as ItemOf<Page>[] | undefined;
    yield* items ?? [];
    if (page.nextCursor === undefined) return;
    cursor = page.nextCursor;
  }
}
