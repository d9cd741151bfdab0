import { beforeAll, expect, test } from 'vitest';
import { newDataSet } from '../support/data-sets.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

/** Half of them begin at an odd place. Wherever such texts are split, the split is within a character of some. */
const longText = (place: number): string =>
  `${place}${'y'.repeat(place % 2)}`.padEnd(1_000, '"\\\u0001\u2028é').concat('\u{1f600}'.repeat(49_000));
const texts = Array.from({ length: 12 }, (_, place) => longText(10 + place));

let objectTypeId = '';
beforeAll(async () => {
  const fields = [{ key: 'text', type: 'long_text' as const }];
  const records = texts.map((text, place) => ({
    title: `Record ${10 + place}`,
    values: { text },
  }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Long', fields, records)).id;
});

const asking = (...filters: object[]) =>
  gateway.admin.done('POST /queries', {
    mode: 'deterministic',
    operation: 'records',
    channelId: 'general',
    objectTypeId,
    filters,
  });

/** The values of all conditions are more than one message between two processes. */
test('long values of a query, and the long texts that it finds, arrive as they are', async () => {
  const others = Array.from({ length: 60 }, (_, place) => `other ${longText(10 + place)}`);
  const { data } = await asking(
    { field: 'text', operator: 'in', value: [...others, ...texts] },
    { field: 'text', operator: 'not_in', value: [...others, texts[3]] },
    { field: 'text', operator: 'contains', value: '\u{1f600}'.repeat(400) },
  );
  expect(data.rows!.map(({ text }) => text)).toEqual(texts.toSpliced(3, 1));
});
