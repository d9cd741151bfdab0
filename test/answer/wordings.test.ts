import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The table of a glass blower. Each question is asked in other words, and has the same answer. */
const table = {
  name: 'Vases',
  types: { Stage: 'select', Blower: 'select', Town: 'select' },
  content: `Vase,Made on,Stage,Blower,Town,Price
V-1,2026-01-12,Sold,Ingrid,Skagen,120
V-2,2026-01-20,Broken,Tobias,Skagen,80
V-3,2026-02-16,Sold,Ingrid,Dunkirk,60
V-4,2026-03-06,Kept,Carmen,Skagen,200
V-5,2026-03-18,Sold,Tobias,Skagen,95
V-6,2026-03-25,Sold,Carmen,Dunkirk,140
V-7,2026-04-25,Broken,Carmen,Dunkirk,150
V-8,2026-04-27,Broken,Carmen,Halden,150
V-9,2026-04-28,Broken,Carmen,Harden,150
`,
} as const;
const sample = sampleWith([table]);

const values = async (question: string) =>
  ((await sample.askIn('Vases', question)).values ?? []).map(({ value }) => value);

test.each<[question: string, values: unknown[]]>([
  ['My boss would like to know how many vases were sold in Skagen.', [2]],
  ['Our accountant asked me to find out how many vases were sold in Skagen', [2]],
  ['Good morning, hope you are well! Do you happen to know how many vases were sold in Skagen?', [2]],
  ['I hope this finds you well. How many vases were sold in Skagen?', [2]],
  ["If it's not too much trouble, how many vases were sold in Skagen? Thank you very much!", [2]],
  ['When you get a chance, how many vases were sold in Skagen?', [2]],
])('politeness changes nothing: %s', async (question, wanted) => {
  expect(await values(question)).toEqual(wanted);
});

test('a hope that is a question of its own is read', async () => {
  expect(await values('How many vases did you hope to sell in Skagen?')).not.toEqual([4]);
});

test.each<[question: string, values: unknown[]]>([
  ['In March, how many vases did we sell?', [2]],
  ['The vases we sold in March: how many?', [2]],
  ['Vases sold in Skagen: how many are there?', [2]],
  ['The blower of V-4: who is it?', ['Carmen']],
  ['The most sold vases: which blower has them?', ['Ingrid']],
  ['The vase with the highest price in Skagen: which is it?', ['V-4']],
  ['In Skagen, what share of the vases was sold?', [50]],
  ['What share of the vases in Skagen was sold?', [50]],
])('the order of words changes nothing: %s', async (question, wanted) => {
  expect(await values(question)).toEqual(wanted);
});

test.each<[question: string, values: unknown[], remark: string]>([
  ['How many vases were sold in Skgaen?', [2], 'Read “Skgaen” as “skagen”.'],
  ['How many vases were sold in kSagen?', [2], 'Read “kSagen” as “skagen”.'],
  ['How many vases were sold in Slagen?', [2], 'Read “Slagen” as “skagen”.'],
  ['How many vases were sold in Skagn?', [2], 'Read “Skagn” as “skagen”.'],
  ['How many vases were ssold in Skagen?', [2], 'Read “ssold” as “sold”.'],
  ['How many vases did Ingrid slel?', [2], 'Read “slel” as “sell”.'],
  ['How many vases did Ingid sell?', [2], 'Read “Ingid” as “ingrid”.'],
  ['How many vases were made in Jannuary?', [2], 'Read “Jannuary” as “january”.'],
  ['What is the ottal price of sold vases?', [415], 'Read “ottal” as “total”.'],
  ['How many ases were sold in Skagen?', [2], 'Read “ases” as “vases”.'],
])('a typing mistake is mended, and said: %s', async (question, wanted, remark) => {
  const answer = await sample.askIn('Vases', question);
  expect(answer.values?.map(({ value }) => value)).toEqual(wanted);
  expect(answer.confidence).toBe('likely');
  expect(answer.answer).toContain(remark);
});

test('a word is not mended where a letter differs that no finger touches by mistake', async () => {
  expect((await sample.askIn('Vases', 'How many vases of Carmel were sold?')).answer).not.toContain('Read “');
  expect((await sample.askIn('Vases', 'How many mold vases are there?')).answer).not.toContain('as “sold”');
});

test('a word that may be two words of the table is not mended', async () => {
  expect((await sample.askIn('Vases', 'How many vases were broken in Haden?')).values ?? []).toEqual([]);
});

test('a mended word is read, or nothing is mended', async () => {
  expect((await sample.askIn('Vases', 'How many crates are in Skagen?')).answer).not.toContain('Read “');
});

test('a verb of a state is that state, and no day', async () => {
  expect(await values('How many vases did we sell in March?')).toEqual([2]);
});
