import { describe, expect, test } from 'vitest';
import { routeSearch } from '../support/finding.ts';
import { indexed, word, wordBytes, wordsOf } from '../support/index.ts';
import { type Account, sharedGateway } from '../support/rest.ts';
import { accountWriter } from '../support/writers.ts';

const gateway = sharedGateway();
const KiB = 1024;
const count = 36_000;

/** Texts of some 400 KiB whose words can only be told apart at what stands between them. */
const texts: [what: string, separator: (number: number) => string][] = [
  ['lines', () => '\n'],
  ['one long line', () => ' '],
  ['wide rows without a blank', (number) => ((number + 1) % 400 === 0 ? '\n' : ',')],
  ['one line without a blank', () => ';'],
];

type Store = (by: Account, title: string, text: string) => Promise<{ id: string }>;
const stores: [what: string, store: Store][] = [
  ['a sheet', (by, title, text) => accountWriter(by).create(title, text, 'csv')],
  [
    'an uploaded file',
    async (by, title, text) => {
      const form = new FormData();
      form.append('file', new Blob([text], { type: 'text/plain' }), title);
      return (await by.done('POST /files', form)).file;
    },
  ],
];

/** Words around every 64 KiB, and those of a whole stretch in the middle. */
const around = (bytes: number) => [-2, -1, 0, 1, 2].map((step) => Math.floor(bytes / (wordBytes + 1)) + step);
const probes = [
  0,
  count - 1,
  ...[1, 2, 3, 4, 5].flatMap((border) => around(border * 64 * KiB)),
  ...Array.from({ length: 150 }, (_, index) => 20_000 + index),
];

describe.each(stores)('of %s every word is found, wherever a batch or passage ends:', (_what, store) => {
  test.each(texts)('%s', async (what, separator) => {
    const { id } = await store(gateway.admin, what, wordsOf(count, separator));
    await indexed(gateway.dataFolder);
    const find = routeSearch(gateway.admin);
    const missed: string[] = [];
    for (const number of probes) {
      const { results } = await find({ q: word(number), limit: 200 });
      if (!results.some((result) => result.id === id)) missed.push(word(number));
    }
    expect(missed).toEqual([]);
  });
});
