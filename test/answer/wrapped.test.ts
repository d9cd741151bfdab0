import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Stories, greetings and reasons around a question, and words around one that limit it. */
const tables = {
  Firings: {
    types: { Potter: 'select', Outcome: 'select' },
    content: `Firing,Potter,Outcome,Pieces,Fired on
F-1,Ingrid,Perfect,12,2026-01-12
F-2,Mateo,Cracked,8,2026-01-19
F-3,Ingrid,Perfect,15,2026-02-03
F-4,Yusuf,Perfect,6,2026-02-17
F-5,Mateo,Rejected,9,2026-03-02
`,
  },
  Townships: {
    types: {},
    content: `Township,Land area,Population
Alta,84 km²,"1,200 (2010)"
Newton,60 km²,"980 (2010)"
Brill,33 km²,"2,400 (2010)"
Corra,71 km²,"1,150 (2010)"
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Firings', question);
  return { confidence, values: values.map(({ value }) => value) };
};

const asked = 'how many firings were perfect?';
const began = 'How many firings were perfect?';

test.each([
  `In your own good time: ${asked}`,
  `Last night my neighbour wanted to hear this. ${began}`,
  `I said I would get back to them before dinner. ${began}`,
  `PS: ${asked}`,
  `Before the call with the supplier at noon, ${asked}`,
  `Quickie: ${asked}`,
  `${began} P.S. The biscuits were delicious.`,
  `Cheerio for now, though one thing nags at me: ${asked}`,
  `With the utmost respect, ${asked}`,
  `Over breakfast my uncle grumbled about it, so: ${asked}`,
  `Ages ago I promised Wilhelmina an email. ${began}`,
  `Before the plumber's doorbell rings at nine, ${asked}`,
  `Our intern, bless her, spilled juice on the printout. ${began}`,
  `Humour an old sailor, would you: ${asked}`,
  `Grandpa phoned yesterday evening. He hung up before I could reply. ${began}`,
  `While the soup simmers: ${asked}`,
  `Pop quiz, hotshot: ${asked}`,
  `The elevator is stuck again, which gave me time to ponder. ${began}`,
  `Three espressos later, ${asked}`,
  `If the wifi holds, ${asked}`,
  `The curtain rises at eight, so be swift: ${asked}`,
  `Rise and shine, Ignatius! ${began}`,
])('a story, a greeting or a reason around a question names nothing of a table: %s', async (question) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values: [3] });
});

test.each([
  `For the northern warehouse, ${asked}`,
  `Before the merger, ${asked}`,
  `In Reykjavik, ${asked}`,
  `Only the purple ones. ${began}`,
  `When we were closed, ${asked}`,
  `Since the flood in 2024, ${asked}`,
  `Leather goods: ${asked}`,
  `At the airport branch, ${asked}`,
  `We care about vegetarians. ${began}`,
  `${began} Just the elderly.`,
  `The client is Wojciechowski. ${began}`,
  `While it was snowing, ${asked}`,
  `Under warranty, ${asked}`,
  `${began} In Portugal, that is.`,
  `If the patient smokes, ${asked}`,
])('a clause that limits a question is never put aside: %s', async (question) => {
  expect(await read(question)).toEqual({ confidence: 'none', values: [] });
});

test('a difference between two texts is not one of how many texts there are', async () => {
  const question = 'what is the difference in land area between Alta and Newton?';
  const { confidence, values = [] } = await sample.askIn('Townships', question);
  expect(confidence === 'exact' || values.some(({ value }) => value === 0)).toBe(false);
});
