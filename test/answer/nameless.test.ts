import { beforeAll, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Opponent,Venue,Attendance,Result
Hull,Craven Park,8200,Won
Leeds,Headingley,15100,Lost
Wigan,Craven Park,9050,Lost
Bradford,Odsal,11000,Won
Halifax,Craven Park,7600,Won
`;

const sample = sampleWith([
  { name: 'Table 7', content, types: {} },
  { name: 'Crates', content, types: {} },
  { name: 'Crate list', content, types: {} },
  {
    name: 'Table 8',
    content: 'Year,Team,Games,Sacks\n2010,JAX,10,3\n2011,JAX,12,4\n2012,SF,8,5\nCareer,,30,12\n',
    types: {},
  },
  {
    name: 'Table 9',
    content: 'Districts,Created,Area\nLima,1901-03-02,40\nAncon,1900-05-01,30\nComas,1961-12-12,48\n',
    types: {},
  },
  { name: 'Grounds', content: 'Club,Stadium,Capacity\nHull,Odsal,"8,200"\nLeeds,The Shay,"1,100"\n', types: {} },
]);

beforeAll(async () => {
  const { channels } = await sample.admin.channels.list({});
  const channelId = channels.find(({ name }) => name === 'Room of Table 7')!.id;
  const content = 'Ines keeps the key of the last dressing room.';
  await sample.admin.artifacts.create({ channelId, kind: 'markdown', title: 'Rules', content });
  await sample.indexed();
});

test('a table whose name says nothing may hold whatever a question about it counts', async () => {
  const found = await sample.askIn('Table 7', 'How many games were played at Craven Park?');
  expect(found).toMatchObject({ confidence: 'likely', values: [{ value: 3 }] });
  expect(found.answer).toContain('Not read: “games” and “played”.');
});

test.each(['Crates', 'Crate list'])('the name of another table says what it holds: %s', async (name) => {
  const { confidence } = await sample.askIn(name, 'How many games were played at Craven Park?');
  expect(confidence).toBe('none');
});

test.each([
  ['Table 8', 'How many planets are there?'],
  ['Table 7', 'How many calories are in an apple?'],
  ['Table 8', 'What year did the Titanic sink?'],
])('a table whose name says nothing does not hold the world: %s %s', async (name, question) => {
  expect((await sample.askIn(name, question)).confidence).toBe('none');
});

test.each([
  ['How many games did they lose?', 2],
  ['What is the name of the last team?', 'Halifax'],
  ['How many Leeds matches were there in the league?', 1],
  ['What is the next opponent after Hull?', 'Leeds'],
])('it need not be named by any word: %s', async (question, value) => {
  const found = await sample.askIn('Table 7', question);
  expect(found).toMatchObject({ confidence: 'likely', values: [{ value }] });
});

test.each(['Crates', 'Crate list'])('a table of another name is: %s', async (name) => {
  const { confidence } = await sample.askIn(name, 'What is the name of the last team?');
  expect(confidence).toBe('none');
});

test.each([
  ['Who keeps the key?', 'Ines keeps the key of the last dressing room.'],
  ['Who has the key of the last dressing room?', 'Ines keeps the key of the last dressing room.'],
])(
  'a sentence with every topic of the question wins over a table that it does not name: %s',
  async (question, said) => {
    const { answer, confidence } = await sample.askIn('Table 7', question);
    expect({ answer, confidence }).toEqual({ confidence: 'supported', answer: expect.stringContaining(said) });
  },
);

test.each(['What is our warranty period?', 'How long is the parental leave?', 'When does the office in Oslo open?'])(
  'what it cannot hold is not answered: %s',
  async (question) => {
    const { confidence } = await sample.askIn('Table 7', question);
    expect(confidence).toBe('none');
  },
);

test('no group of records is as large as an amount of something else', async () => {
  const { values = [] } = await sample.askIn('Grounds', 'How many stadiums seat more than 2,000 people?');
  expect(values.map(({ value }) => value)).not.toContain(0);
});

test.each([
  ['How many had an attendance above 9,000?', 3],
  ['How many venues had an attendance above 9,000?', 3],
  ['What is the number of the opponent at Odsal?', 1],
])('nothing says what is counted there, so it is not exact: %s', async (question, value) => {
  const found = await sample.askIn('Table 7', question);
  expect(found).toMatchObject({ confidence: 'likely', values: [{ value }] });
});

test('its records may be meant where fewer values are counted', async () => {
  const found = await sample.askIn('Table 7', 'How many venues are there?');
  expect(found).toMatchObject({ confidence: 'likely', values: [{ value: 3 }] });
});

test('different values are counted exactly where the question says so', async () => {
  const found = await sample.askIn('Table 7', 'How many different venues are there?');
  expect(found).toMatchObject({ confidence: 'exact', values: [{ value: 3 }] });
});

test('a row of a whole career is none of the years', async () => {
  const { confidence, values } = await sample.askIn('Table 8', 'What is the total of sacks?');
  expect({ confidence, values }).toMatchObject({ confidence: 'likely', values: [{ value: 12 }] });
});

test.each([
  'What is the total number of districts of Lima?',
  "How many districts were created in the 1900's?",
  'Lima was created in 1901 and so was __',
])('what may be all, a decade or a gap is not exact: %s', async (question) => {
  const { confidence } = await sample.askIn('Table 9', question);
  expect(confidence).not.toBe('exact');
});
