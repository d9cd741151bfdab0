import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const berths = Array.from(
  { length: 26 },
  (_, at) => `B${String(at + 1).padStart(2, '0')},${at < 24 ? 'let' : 'free'},${at % 12 === 0 ? 15 : ''},${90 + at}`,
);

/** Tables as people import them. No rule has words for what is asked of them. */
const tables = {
  Rentals: {
    types: { Rower: 'select', State: 'select' },
    content: `Rental,Rower,Collected on,Brought back,Deposit (€),Fee (€),State
R-1,Ines Mohr,2026-01-05,2026-01-09,50,400,done
R-2,Ines Mohr,2026-02-06,2026-02-08,50,300,done
R-3,Olaf Kern,2026-02-11,2026-02-14,80,910,done
R-4,Ruth Adam,2026-03-09,2026-03-10,20,150,lost
R-5,Olaf Kern,2026-03-16,2026-03-21,80,700,done
R-6,Ines Mohr,2026-03-20,,20,120,out
`,
  },
  Berths: {
    types: { State: 'select' },
    content: `Berth,State,Insurance (€),Rent (€)\n${berths.join('\n')}\n`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (place: string, ...questions: string[]) => {
  const earlier = questions.slice(0, -1).map((body) => ({ role: 'user' as const, body }));
  const { confidence, values = [] } = await sample.askIn(place, questions.at(-1)!, { earlier });
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['takings per rower', [820, 1610, 150]],
  ['which rentals are still out', ['R-6']],
  ['what did Olaf pay on average', [805]],
  ['when did Ines last collect something', ['2026-03-20']],
  ['has R-4 been lost', [true]],
  ['has R-1 been lost', [false]],
  ['top 2 rowers by takings, dearest first', ['Olaf Kern', 'Ines Mohr']],
  ['total fee that Olaf handed over', [1610]],
  ['average fee of the rentals Olaf enjoyed', [805]],
])('readings are weighed, and likely at most: %s', async (question, values) => {
  const found = await read('Rentals', question);
  expect({ question, ...found }).toMatchObject({ confidence: 'likely', values });
});

test.each([
  'what did Olaf pay and who collected it?',
  'which colour was the dearest rental?',
  'did Ruth pay for those?',
  'did Ruth pay for anything that is done',
  'what did Ines hasnt brought back',
  'total fee by harbour',
  'did Ruth say that she was late',
])('a probable reading that leaves something out answers nothing: %s', async (question) => {
  expect(await read('Rentals', question)).toMatchObject({ confidence: 'none', values: [] });
});

test('more records than anybody reads are counted where no list is asked for', async () => {
  expect(await read('Berths', 'let berths with no insurance')).toEqual({ confidence: 'likely', values: [22] });
  expect((await read('Berths', 'which let berths have no insurance?')).values).toHaveLength(22);
});
