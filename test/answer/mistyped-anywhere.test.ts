import { beforeAll, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Questions with one typing mistake, in any of their words. */
const table = {
  name: 'Moorings',
  types: { Pier: 'select', Craft: 'select', State: 'select' },
  content: `Mooring,Captain,Pier,Craft,State,Dues,Nights,Moored on
M-1,Salome Berg,Northpier,Ketch,Settled,140,3,2026-04-02
M-2,Ruben Castell,Southpier,Sloop,Disputed,90,1,2026-04-11
M-3,Salome Berg,Northpier,Sloop,Settled,260,7,2026-05-05
M-4,Wanda Iris,Southpier,Ketch,Settled,75,2,2026-05-19
M-5,Ruben Castell,Northpier,Ketch,Disputed,310,9,2026-06-21
`,
} as const;
const sample = sampleWith([table]);

beforeAll(async () => {
  const { channels } = await sample.admin.channels.list({});
  const { id } = channels.find(({ name }) => name === 'Room of Moorings')!;
  const content = 'Gunnar keeps the spare fender.\n\nThe slipway opens on Mondays.\n\nThe deposit is forty crowns.\n';
  await sample.admin.artifacts.create({ channelId: id, title: 'Rules of the pier', kind: 'markdown', content });
  await sample.indexed();
});

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Moorings', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[question: string, values: unknown[], written: string, meant: string]>([
  ['What is the highes dues?', [310], 'highes', 'highest'],
  ['What is the lowset dues?', [75], 'lowset', 'lowest'],
  ['Which captain has the mosst moorings?', ['Ruben Castell', 'Salome Berg'], 'mosst', 'most'],
  ['Wat is the total dues of settled moorings?', [475], 'Wat', 'What'],
  ['Hew many moorings are disputed?', [2], 'Hew', 'how'],
  ['How man moorings are disputed?', [2], 'man', 'many'],
  ['How muny moorings are disputed?', [2], 'muny', 'many'],
  ['How many moorings were there in Mya 2026?', [2], 'Mya', 'May'],
  ['How many moorings have mroe than 2 nights?', [3], 'mroe', 'more'],
  ['How many moorings have more tahn 2 nights?', [3], 'tahn', 'than'],
  ['What is the total dues in Northpeir?', [710], 'Northpeir', 'Northpier'],
  ['How many moorings does Ruben Castwll have?', [2], 'Castwll', 'Castell'],
  ['How many moorings does Salmoe Berg have with less than 200 dues?', [1], 'Salmoe', 'Salome'],
  ['How many sloop moorings were dispuuted?', [1], 'dispuuted', 'disputed'],
])(
  'a mistake is read in a question word, a superlative, a month and a name: %s',
  async (question, values, written, meant) => {
    const found = await read(question);
    expect({
      ...found,
      values: found.values.toSorted((one, other) => String(one).localeCompare(String(other))),
    }).toMatchObject({ confidence: 'likely', values });
    expect(found.answer.toLowerCase()).toContain(`read “${written}” as “${meant}”`.toLowerCase());
  },
);

test.each([
  ['Who keeps the spare fendr?', 'Gunnar'],
  ['Who keesp the spare fender?', 'Gunnar'],
  ['Waht is the deposit?', 'forty crowns'],
  ['When does the silpway open?', 'on Mondays'],
  ['What is teh deposit?', 'forty crowns'],
  ['Who keeeps the spare fender?', 'Gunnar'],
  ['What is the desposit?', 'forty crowns'],
])('a mistake is read in a question that a text answers: %s', async (question, said) => {
  const { answer, confidence } = await read(question);
  expect(confidence).toBe('supported');
  expect(answer).toContain(said);
  expect(answer).toContain('Read “');
});

test.each([
  'How many moorings went to court?',
  'Who keeps the spare anchor?',
  'How many moorings of Castle are there?',
])('another word is not read as one that it resembles: %s', async (question) => {
  const { answer, confidence } = await read(question);
  expect(confidence).not.toBe('exact');
  expect(answer).not.toContain('Read “');
});

test('a word that ends as a comparative does is never left out without a word', async () => {
  const { confidence, answer } = await read('How many clipper moorings have less than 200 dues?');
  expect(confidence).not.toBe('exact');
  expect(confidence === 'none' || answer.includes('“clipper”')).toBe(true);
});

test('a mistake that two words of its place may be is not read as one of them', async () => {
  expect((await read('What is the larest dues?')).values).not.toEqual([140]);
});
