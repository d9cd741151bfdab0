import { describe, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const trees = `Tree,Species,Garden,Height,Planted
Old Tom,Oak,North,21,2001-03-04
Twin,Ash,South,14,2010-05-06
Little Joe,Oak,South,6,2019-11-02
Beacon,Lime,North,17,2004-01-20
Widow,,North,9,2015-09-09
`;

/** More records, and more places, than an answer lists. */
const parcels = ['Parcel,Place', ...Array.from({ length: 101 }, (_, at) => `P ${at},Place ${at}`)].join('\n');

const sample = sampleWith([
  { name: 'Trees', types: { Garden: 'select' }, content: trees },
  { name: 'Parcels', types: {}, content: parcels },
]);

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

const all = ['Old Tom', 'Twin', 'Little Joe', 'Beacon', 'Widow'];
const tallest = ['Old Tom', 'Beacon', 'Twin', 'Widow', 'Little Joe'];

test.each<[question: string, values: string[], confidence: string]>([
  ['List all trees', all, 'exact'],
  ['Show me the trees', all, 'exact'],
  ['What trees do we have?', all, 'exact'],
  ['What are our trees?', all, 'exact'],
  ['Could you give me a list of all the trees, please?', all, 'exact'],
  ['all trees', all, 'exact'],
  ['Show all records of Trees', all, 'exact'],
  ['List all trees sorted by height, largest first', tallest, 'exact'],
  ['Show the trees by height descending', tallest, 'exact'],
  ['List the trees sorted by height', tallest, 'likely'],
  ['List the trees ordered by planted, oldest first', ['Old Tom', 'Beacon', 'Twin', 'Widow', 'Little Joe'], 'exact'],
  ['List the species', ['Ash', 'Lime', 'Oak'], 'exact'],
  ['Which species do we have?', ['Ash', 'Lime', 'Oak'], 'exact'],
  ['Which species are there in the trees?', ['Ash', 'Lime', 'Oak'], 'exact'],
  ['What different species of trees do we have?', ['Ash', 'Lime', 'Oak'], 'exact'],
])('%s', async (question, values, confidence) => {
  expect(await read('Trees', question)).toEqual({ values, confidence });
});

test('says the order of a list and what it leaves out', async () => {
  const { answer } = await sample.askIn('Trees', 'List all trees by height, largest first');
  expect(answer).toContain('There are **5** Trees, the greatest Height first:\n\n- Old Tom (21)\n');
  const { answer: many, values, confidence } = await sample.askIn('Parcels', 'List all parcels');
  expect({ confidence, count: values?.length }).toEqual({ confidence: 'likely', count: 100 });
  expect(many).toContain('There are more than **100** Parcels:');
  expect(many).toContain('There are more.');
  expect(await read('Parcels', 'List all places')).toMatchObject({ confidence: 'likely' });
});

describe('lists nothing exact where a word may mean more', () => {
  test.each([
    'Which species are in all gardens?',
    'Which species do all trees have?',
    'List all species and gardens',
    'List all dead trees',
    'Which trees do gardens have?',
    'List the trees by garden and height',
    'Show me some trees',
    'What are trees?',
    'List no trees',
    'Which trees are on?',
    'List the first trees',
    'List all trees in this channel',
    'How many species were planted before 2020?',
    'Which garden has the most trees, lime ones and all?',
    'Who are the trees?',
  ])('%s', async (question) => {
    expect((await read('Trees', question)).confidence).not.toBe('exact');
  });
});
