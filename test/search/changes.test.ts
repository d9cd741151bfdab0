import { describe, expect, test } from 'vitest';
import { everyResult, type Find, sharedSurfaces } from '../support/finding.ts';
import { hostWriter } from '../support/writers.ts';

const { host, surfaces } = sharedSurfaces();
const count = 40;

/** Documents of this word, of several lengths, so that some scores are equal and some are not. */
async function documentsOf(word: string): Promise<void> {
  const writer = hostWriter(host());
  for (let number = 0; number < count; number += 1) {
    await writer.create(`Number ${number}`, `${word} ${'and '.repeat(number % 5)}nothing else`);
  }
}

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

/** All results a few at a time, with something happening after each page. */
async function pagedThrough(find: Find, q: string | undefined, between: () => Promise<unknown>): Promise<string[]> {
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await find({ q, limit: 10, cursor });
    expect(page.problem).toBeUndefined();
    paged.push(...idsOf(page.results));
    cursor = page.nextCursor;
    await between();
  } while (cursor !== undefined && paged.length < 2_000);
  return paged;
}

async function change(artifactId: string, content: (before: string) => string): Promise<void> {
  const { artifact } = await host().done('workspace_artifact_get', { artifactId });
  await hostWriter(host()).update(artifact, content(artifact.content));
}

describe.each(surfaces)('while a search is paged through %s,', (surface, find) => {
  const wordFor = (what: string) => `${what}${surface.length}`;

  test.each([
    ['that match better', 3],
    ['that match as well', 1],
  ])('texts added %s neither repeat nor skip a result', async (what, matches) => {
    const word = wordFor(`added${matches}x`);
    await documentsOf(word);
    const before = idsOf(await everyResult(find, { q: word, limit: 200 }));
    const paged = await pagedThrough(find, word, () =>
      hostWriter(host()).create(what, `${word} `.repeat(matches).concat('nothing else')),
    );
    expect(paged.filter((id) => before.includes(id)).toSorted()).toEqual(before.toSorted());
    expect(new Set(paged).size).toBe(paged.length);
  });

  test('a result that is changed before its page comes is met once', async () => {
    const word = wordFor('changed');
    await documentsOf(word);
    const before = idsOf(await everyResult(find, { q: word, limit: 200 }));
    const paged = await pagedThrough(find, word, () => change(before.at(-1)!, (text) => `${text} and more`));
    expect(paged.toSorted()).toEqual(before.toSorted());
  });

  test('a result that no longer matches skips no other', async () => {
    const word = wordFor('removed');
    await documentsOf(word);
    const [first, ...others] = idsOf(await everyResult(find, { q: word, limit: 200 }));
    const paged = await pagedThrough(find, word, () => change(first!, () => 'something else'));
    expect(paged.toSorted()).toEqual([first!, ...others].toSorted());
  });

  test('without words, what is added comes before the first page and neither repeats nor skips a result', async () => {
    await documentsOf(wordFor('newest'));
    const before = idsOf(await everyResult(find, { limit: 200 }));
    const paged = await pagedThrough(find, undefined, () => hostWriter(host()).create('Newest', 'nothing else'));
    expect(paged).toEqual(before);
  });
});
