import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../schemas/queries.ts';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';
import { tickets } from './questions/tickets.ts';

let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample();
  const { channel } = await sample.admin.channels.create({ name: 'Support' });
  const file = { fileName: 'tickets.csv', contentType: 'text/csv', bytes: Readable.from([Buffer.from(tickets)]) };
  const types = { Status: 'select', Priority: 'select' } as const;
  await sample.admin.dataSets.import({ channelId: channel.id, name: 'Tickets', file, types });
  await sample.indexed();
});
afterAll(() => sample.close());

const questions = [
  'How many deals are won?',
  'How many deals did we lose?',
  'How many deals do we have in total?',
  "What's the total amount of the won deals?",
  'How much are our lost deals worth altogether?',
  'Which deal is the largest?',
  'Which company has the highest total of won deals?',
  'What stage is the Alder Robotics deal in?',
  'When was the annual plan of Harbor Dental closed?',
  'Who owns the deal with Nomad Cycles?',
  'List all deals in proposal',
  'How many deals are there with Kestrel Freight?',
  'What is the average amount of a deal?',
  'Average amount by stage?',
  'Which deals are above 30k?',
  'How many deals are worth more than 20,000?',
  'How many deals did we win last month?',
  'Won amount by month?',
  'How many of my deals are won?',
  'How many deals do I own?',
  'Which deals have no owner?',
  'Number of deals by stage',
  'Is the migration of Redwood Clinics won or lost?',
  'How many different companies are there in the deals?',
  'How many tickets are there?',
  'How many tickets are open?',
  'How many open high priority tickets are there?',
  'How many tickets are not closed?',
  'How many tickets does Mara have?',
  'Tickets of Brightwater',
  'What is the status of Login broken?',
  'Which customer has the most tickets?',
  'Total hours by assignee',
  'Total hours for Nordhavn',
  'Average hours for high priority tickets',
  'Which ticket was opened first?',
  'Which tickets were opened in November 2026?',
  'How many tickets were opened in 2025?',
  'How many customers have open tickets?',
  'How many tickets have more than 3 hours?',
];

const lower = (question: string) => question.charAt(0).toLowerCase() + question.slice(1);
const bare = (question: string) => lower(question).replace(/\?$/, '');

const wrappers: readonly ((question: string) => string)[] = [
  (question) => `Can you tell me ${lower(question)}`,
  (question) => `Could you please tell me ${lower(question)}`,
  (question) => `I'd like to know ${bare(question)}.`,
  (question) => `Show me ${bare(question)}`,
  (question) => `Give me ${bare(question)}, please.`,
  (question) => `Hi! Let me know ${bare(question)}. Thanks!`,
  (question) => `I was wondering ${lower(question)}`,
  (question) => `May I ask ${lower(question)}`,
  (question) => `Help me find out ${bare(question)}`,
  (question) => `I want to see ${bare(question)} if you don't mind`,
];

const figuresOf = ({ values = [] }: Answer) => values.map(({ value }) => value);

test('there are ten wrappers and forty questions', () => {
  expect([wrappers.length, questions.length]).toEqual([10, 40]);
});

test.each(questions)('asked politely it is answered with the same figures, or not at all: %s', async (question) => {
  const plain = await ask(sample.admin, question);
  expect(['exact', 'likely']).toContain(plain.confidence);
  const answers = [];
  for (const wrapped of wrappers) answers.push(await ask(sample.admin, wrapped(question)));
  const answered = answers.filter(({ confidence }) => confidence !== 'none');
  for (const answer of answered) expect(figuresOf(answer)).toEqual(figuresOf(plain));
  expect(answered.length).toBeGreaterThanOrEqual(8);
});
