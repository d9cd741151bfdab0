import { describe, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Trip,Boat,Harbour,Skipper,Status,Days,Price,Starts on,Insured
T101,Sloop,Falmouth,Ada Finch,Sailed,3,300,2025-02-03,yes
T102,Ketch,Poole,Bruno Salt,Sailed,9,980,2025-07-14,no
T103,Sloop,Poole,Ada Finch,Cancelled,2,210,2025-08-21,yes
T104,Dinghy,Brixham,Cara Wyn,Sailed,1,90,2025-11-02,no
T105,Ketch,Falmouth,Ada Finch,Pending,12,1500,2026-03-09,yes
T106,Sloop,Brixham,Bruno Salt,Sailed,8,700,2026-03-18,yes
T107,Dinghy,Poole,Cara Wyn,Sailed,2,150,2026-05-30,no
T108,Sloop,Poole,Ada Finch,Pending,6,640,2026-06-11,no
T109,Ketch,Poole,Bruno Salt,Cancelled,4,450,2026-07-01,yes
T110,Sloop,Falmouth,Cara Wyn,Sailed,5,520,2026-08-25,no
`;

const sample = sampleWith([
  {
    name: 'Trips',
    content,
    types: { Boat: 'select', Harbour: 'select', Skipper: 'select', Status: 'select', Insured: 'checkbox' },
  },
]);
const figuresOf = async (question: string) => {
  const { confidence, answer, values = [] } = await sample.askIn('Trips', question);
  const figures = values.length > 0 ? values.map(({ value }) => value) : answer.split('\n\n_')[0];
  return { isAnswered: confidence !== 'none', figures };
};

const orders: Readonly<Record<string, readonly string[]>> = {
  'What is the total price of trips with Ada Finch?': [
    'for Ada Finch, the total price',
    'The total price of trips with Ada Finch is how much?',
  ],
  'What is the average price by harbour?': ['By harbour, average price', 'By harbour the average price'],
  'What is the average price of a ketch?': ['of a ketch, average price'],
  'How many trips started in the second half of 2025?': [
    'In the second half of 2025, how many trips started?',
    'How many in the second half of 2025 trips started?',
  ],
  'Which harbour has the highest total price?': ['The highest total price belongs to which harbour?'],
  'Which skipper has the most trips?': ['The most trips come from which skipper?'],
  'How many trips took more than 5 days?': ['Out of all trips, how many took more than 5 days?'],
  'What share of the trips is insured?': ['Insured: what share of the trips is it?'],
  'How many trips have a price between 200 and 600?': ['With a price between 200 and 600, how many trips are there?'],
  'How many days did Bruno Salt sail?': ['Bruno Salt sailed how many days?'],
  'How many trips per boat?': ['Per boat, how many trips?'],
  'Which trip has the highest price in Poole?': ['Among the trips in Poole, which has the highest price?'],
};

test.each(Object.entries(orders))('another order of words asks the same: %s', async (usual, others) => {
  const expected = await figuresOf(usual);
  expect(expected.isAnswered).toBe(true);
  for (const question of others)
    expect({ question, ...(await figuresOf(question)) }).toEqual({ question, ...expected });
});

test.each([
  ['Compared with Falmouth, how much more did Poole earn?', 110],
  ['Compared with Poole, how much more did Falmouth earn?', -110],
  ['Than dinghies, how many more sloops do we have?', 3],
  ['Compared with dinghies, we have how many more sloops?', 3],
  ['Compared with Falmouth, how much higher is the average price in Brixham?', -378.33],
])('the one that a question asks of comes before the other: %s', async (question, difference) => {
  const { answer } = await sample.askIn('Trips', question);
  expect(answer).toMatch(new RegExp(String.raw`^\*\*${difference}\*\* `, 'u'));
});

describe('words in another order', () => {
  test('are certain only where conditions alone change their place', async () => {
    expect((await sample.askIn('Trips', 'for Ada Finch, the total price')).confidence).toBe('exact');
    const { answer, confidence } = await sample.askIn('Trips', 'The highest total price belongs to which harbour?');
    expect(confidence).toBe('likely');
    expect(answer).toContain('Read as “which harbour has the highest total price?”');
  });

  test('do not leave out what nobody recorded', async () => {
    expect((await figuresOf('In Plymouth, how many trips were cancelled?')).isAnswered).toBe(false);
    expect((await figuresOf('In Poole, how many trips were paid by card?')).isAnswered).toBe(false);
    expect((await figuresOf('Refunded: how many trips is that?')).isAnswered).toBe(false);
  });
});
