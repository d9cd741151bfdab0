import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

let sample: SampleWorkspace;

const times = <One>(count: number, make: (index: number) => One): One[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Data Sets of as many fields as there may be, with as many choices as a channel has room for. */
const choicesEach = 120;
beforeAll(async () => {
  sample = await openSample();
  const { channel } = await sample.admin.channels.create({ name: 'Workshop' });
  const choicesOf = (field: number) => times(choicesEach, (at) => ({ key: `c${field}_${at}`, label: `Shade ${at}` }));
  const fields = times(limits.fields, (field) => ({
    key: `f${field}`,
    label: `Coat ${field}`,
    type: 'select' as const,
    options: { choices: choicesOf(field) },
  }));
  let objectTypeId = '';
  for (const name of ['Spares', 'Tools', 'Paints', 'Parts'])
    ({ objectTypeId } = (await sample.admin.dataSets.create({ channelId: channel.id, name, fields })).dataSet);
  const values = { f7: 'c7_3' };
  await sample.admin.records.create({ channelId: channel.id, objectTypeId, title: 'Door', values });
  await sample.indexed();
});
afterAll(() => sample.close());

describe('beside Data Sets of as many fields and choices as a channel has room for', () => {
  test('a question about another is answered', async () => {
    expect(await ask(sample.admin, 'How many deals are won?')).toMatchObject({
      confidence: 'exact',
      values: [{ value: 26 }],
    });
  });

  test.each([
    ['short', 'How many parts are there?'],
    ['long', `How many parts have ${'coat 7 shade 3 and '.repeat(limits.question)}`.slice(0, limits.question)],
  ])('a %s question lets others have their turn meanwhile', async (_, question) => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let asked = 0; asked < 5; asked += 1) await ask(sample.admin, question);
    clearImmediate(next);
    // On a slow machine a part fits less often into one turn, and on a fast one several do.
    expect(turns).toBeGreaterThan(5);
  });
});
