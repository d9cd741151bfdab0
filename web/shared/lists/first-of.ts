/** The first items of a list. Its pages may end early, so one page may hold fewer than there are. */
export async function firstOf<Item>(list: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const first: Item[] = [];
  for await (const item of list) if (first.push(item) >= most) break;
  return first;
}
