import { describe, expect, test } from 'vitest';
import type { Answer } from '../../schemas/queries.ts';
import { ask, sampleWith } from '../support/answering.ts';
import { tickets } from './questions/tickets.ts';

const matches = `Season,Opponent,Wins,Matches,Captain
2005,Eagles,4,10,Ana Diaz
2006,Bears,7,5,Ana Diaz
2008,Wolves,9,14,Tom Reed
2009,Sharks,6,11,Lena Fox
Total,,26,40,
`;
const refunds = `Reference,Customer,Risk,Refund,Date,Region
R-1,Brightwater,Low,120,2026-01-03,North
R-2,Nordhavn,High,45,2026-02-17,South
R-3,Atlas,Low,80,2026-05-09,North
R-4,Nordhavn,Medium,15,2026-08-21,East
R-5,Atlas,High,300,2025-11-30,South
`;
const cities = `City,Country,Population,Founded
Oslo,Norway,709000,1040
Bergen,Norway,286000,1070
Malmo,Sweden,352000,1275
Aarhus,Denmark,285000,770
`;
const books = `Title,Author,Year,Pages
The Second Largest Lake,Mary Stone,1998,320
1984,George Orwell,1949,328
Early Days,Mary Stone,2003,210
`;
const sales = `Product,Segment,Revenue,Sold on
Lamp,Business,250,2026-01-15
Chair,Consumer,480,2026-02-10
Desk,Business,900,2025-04-22
`;

const volumes = `Volume,Year,Maps
First,1974,75
Second,1976,78
Total Eclipse,1977,53
TOTAL (1–3),1974–1977,206
`;
const senators = `District,Senator,Party,Elected
1,Ada Moss,Left,2009
1,Ben Lund,Right,2009
2,Cleo Park,Left,2005
`;

const tables = [
  { name: 'Tickets', content: tickets, types: { Status: 'select', Priority: 'select' } },
  { name: 'Matches', content: matches, types: {} },
  { name: 'Refunds', content: refunds, types: { Risk: 'select', Region: 'select' } },
  { name: 'Cities', content: cities, types: {} },
  { name: 'Books', content: books, types: {} },
  { name: 'Volumes', content: volumes, types: {} },
  { name: 'Senators', content: senators, types: {} },
  { name: 'Sales made', content: sales, types: { Segment: 'select' } },
] as const;

const sample = sampleWith(tables);

const { askIn } = sample;
const valuesOf = ({ values = [] }: Answer) => values.map(({ value }) => value);
const said = (...questions: string[]) => questions.map((body) => ({ role: 'user' as const, body }));

describe('an answer is not exact if a word of its question is not understood:', () => {
  test.each([
    'How many deals closed in early 2026?',
    'How many deals closed in the first 10 days of November?',
    'How many deals closed by March 2026?',
    'How many deals closed last November?',
    'What are the top 3 deals?',
    'How many deals are there per company on average?',
    'What did Brightwater pay us in total?',
    'Which owner has the highest won amount?',
    'Who closed the last deal?',
    'What does Team cost per seat now?',
    'How many deals do I have?',
    'How many deals over 10000 dollars did we win?',
    'Total deals',
    'How much is a deal worth?',
  ])('%s', async (question) => {
    expect((await ask(sample.admin, question)).confidence).not.toBe('exact');
  });

  test.each([
    ['Tickets', 'Are there no open tickets?'],
    ['Tickets', 'How many tickets does each assignee have?'],
    ['Tickets', 'When was Export slow closed?'],
    ['Tickets', 'How many tickets were closed in 2026?'],
    ['Refunds', 'Compare North and South'],
    ['Matches', 'How many years were there more than 6 matches?'],
    ['Matches', 'How many seasons are there?'],
    ['Cities', 'what city is at the top of the list?'],
    ['Cities', 'Which is the second largest city?'],
    ['Books', 'Which is the second largest book?'],
    ['Books', 'How many pages does 1984 have in 2003?'],
    ['Sales made', 'Which company made the most revenue?'],
    ['Senators', 'what is the total number of districts?'],
  ])('in %s: %s', async (table, question) => {
    expect((await askIn(table, question)).confidence).not.toBe('exact');
  });
});

describe('a word is a choice or a value only by itself:', () => {
  test.each<[table: string, question: string, values: unknown[]]>([
    ['Refunds', 'What is the lowest refund?', [15]],
    ['Refunds', 'What is the highest refund?', [300]],
    ['Refunds', 'How many refunds have a low risk?', [2]],
    ['Cities', 'How many cities are in Norway and Sweden?', [3]],
    ['Cities', 'How many cities are in Norway or Denmark?', [3]],
    ['Tickets', 'How many tickets are high or medium priority?', [5]],
  ])('in %s: %s', async (table, question, values) => {
    expect(valuesOf(await askIn(table, question))).toEqual(values);
  });

  test('no count of companies is one of a choice that means the like', async () => {
    const { values = [] } = await askIn('Sales made', 'How many companies bought lamps?');
    expect(values).toEqual([]);
  });
});

test('"lost deals" are all of them, also two that are called alike', async () => {
  const answer = await ask(sample.admin, 'Show me all lost deals');
  expect(answer.confidence).toBe('exact');
  expect(valuesOf(answer)).toHaveLength(9);
});

test('a row that sums up the others is none of them', async () => {
  const answer = await askIn('Matches', 'which season had the most wins?');
  expect(valuesOf(answer)).toEqual(['2008']);
  expect(answer).toMatchObject({ confidence: 'likely', answer: expect.stringContaining('Season is not Total') });
});

test('a row called by what it sums up is none of them, and a name that only begins so is one', async () => {
  expect(valuesOf(await askIn('Volumes', 'which volume had the most maps?'))).toEqual(['Second']);
  expect(valuesOf(await askIn('Volumes', 'which volume had the fewest maps?'))).toEqual(['Total Eclipse']);
});

describe('"likely" says in words', () => {
  test('how it was read, and which words were not', async () => {
    const { confidence, answer } = await askIn('Refunds', 'How many refunds over 100 zlotys?');
    expect(confidence).toBe('likely');
    expect(answer).toContain('Read as: counted Refunds where Refund is more than 100.');
    expect(answer).toContain('Not read: “zlotys”.');
  });

  test('which may have been meant otherwise', async () => {
    const { confidence, answer } = await ask(sample.admin, 'What are the top 3 deals?');
    expect(confidence).toBe('likely');
    expect(answer).toContain('“top 3” may mean something else');
  });
});

describe('people and years', () => {
  test.each(['Deals by owner', 'Who owns the deal with Nomad Cycles?', 'How many deals do I own?'])(
    'nobody is called by an ID: %s',
    async (question) => {
      const { name } = await sample.admin.me.get({});
      const { answer, values } = await ask(sample.admin, question);
      expect(answer).toContain(name);
      expect(`${answer}${JSON.stringify(values)}`).not.toContain('usr_');
    },
  );

  test.each([
    ['Cities', 'When was Oslo founded?', '**1040**'],
    ['Books', 'How many books by year?', '| 1949 |'],
  ])('a year has no thousands: %s', async (table, question, text) => {
    expect((await askIn(table, question)).answer).toContain(text);
  });
});

describe('a question asked in a channel', () => {
  test('is about its tables, also where another has its words', async () => {
    const answer = await askIn('Tickets', 'How many are open?');
    expect(answer.channelLinks).toMatchObject([{ name: 'Room of Tickets' }]);
  });

  test('that only another answers says so, and is not exact', async () => {
    const answer = await askIn('Tickets', 'How many deals are won?');
    expect([answer.confidence, valuesOf(answer)]).toEqual(['likely', [26]]);
    expect(answer.answer).toContain('this is Deals of the channel Sales');
  });
});

describe('a follow-up', () => {
  test.each([
    ['How many deals are won?', 'And what is the total of that?'],
    ['How many deals are won?', 'What is that in euros?'],
    ['Total amount of won deals', 'What was the largest one?'],
  ])('that points at what was said is not read without it: %s %s', async (before, followUp) => {
    expect((await ask(sample.admin, followUp, { earlier: said(before) })).confidence).toBe('none');
  });

  test('that narrows keeps what was asked before', async () => {
    const narrowed = await ask(sample.admin, 'only the ones of Nordhavn', { earlier: said('How many deals are won?') });
    expect(valuesOf(narrowed)).toEqual([2]);
  });
});
