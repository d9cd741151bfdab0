import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Remarks that no mark parts from the question, and ends of questions that only look like remarks. */
const tables = {
  Permits: {
    types: { Officer: 'select', Verdict: 'select' },
    content: `Permit,Officer,Verdict,Levy,Filed on
P-1,Ravi,Granted,40,2026-01-12
P-2,Ravi,Refused,30,2026-01-19
P-3,Edda,Granted,45,2026-02-03
P-4,Edda,Granted,60,2026-02-17
P-5,Ravi,Pending,30,2026-03-02
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Permits', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each([
  'how many permits were granted thanks a lot in advance my friend',
  'how many permits were granted many thanks from all of us',
  'how many permits were granted I need it by five',
  'how many permits were granted my boss is waiting on the phone',
  'how many permits were granted would be super helpful for me right now',
  'how many permits were granted so that I can finish the slides',
  'how many permits were granted because the minister is coming',
  'hey there quick thing how many permits were granted no rush',
  'tell me how many permits were granted sorry for asking again',
  'how many permits were granted you know',
  'how many permits were granted is what I need',
  'how many permits were granted I have to tell the auditors today',
  'how many permits were granted much obliged to whoever answers',
  'we should like to know how many permits were granted at your earliest convenience',
  'how many permits were granted it is rather urgent',
  'how many permits were granted the treasurer has been nagging me for days',
  'how many permits were granted cannot find it in my papers',
  'how many permits were granted the dog ate my list',
  'how many permits were granted my forerunner never wrote it down',
  'how many permits were granted need to know before they lock the door',
  'how many permits were granted everybody here tells me something else',
  'how many permits were granted much appreciated as ever',
])('a remark behind the question needs no mark: %s', async (question) => {
  const { confidence, values } = await read(question);
  expect(values).toEqual([3]);
  expect(['exact', 'likely']).toContain(confidence);
});

test.each([
  'how many permits were granted question mark',
  'for our files, please confirm how many permits were granted',
  'how are things? how many permits were granted?',
  'how many permits were granted? asking 4 a friend',
  'Dear Mr. Ravi,\nhow many permits were granted?\nYours truly,\nEleanor',
])('a spoken mark, a greeting or a usual saying changes nothing: %s', async (question) => {
  expect((await read(question)).values).toEqual([3]);
});

test.each([
  'how many permits I lent my neighbours',
  'how many permits were granted to my cousins',
  'how many permits were granted since the flood',
  'how many permits were granted that I have signed',
  'how many permits were granted for my region',
  'how many permits were granted before I joined',
  'how many permits were granted in Leeds thank you',
  'how many permits do we have in Leeds',
  'how many permits were granted from Cheers',
  'which permits do I need in Leeds',
  'which permits were granted the mayor told me about',
  'how many permits were granted the courier lost',
  'how many permits were granted to builders trying to save my tree',
])('what may limit the question is never put aside as a remark: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});

test('a remark that names a value of the table is never dropped', async () => {
  const { confidence, values } = await read('how many permits were granted I need it for Ravi');
  expect(confidence === 'exact' && values[0] === 3).toBe(false);
});

test.each([
  'Dear Ms Novak,\n\nHow many permits were granted?\n\nBR\nJens',
  'Hey Zoe,\n\nhope the kids are fine! How many permits were granted?\n\nhugs\nMimi',
  'From: Greta\n\nHow many permits were granted?\n\nPlease reply to all.\n\nGreta Holm',
  'With the annual meeting around the corner, how many permits were granted?',
  'In view of the coming inspection, how many permits were granted?',
  'By way of a brief enquiry: how many permits were granted?',
  'How is it please, how many permits were granted?',
  'so tell me how many permits were granted i am all ears',
  'Hi Una,\n\nhere is my riddle: how many permits were granted? Please answer by return.\n\nBest,\nOtto',
  'My forerunner left without a word, so I turn to you. How many permits were granted?',
  'A stranger phoned. She would not hang up without an answer. How many permits were granted?',
  'Our parrot can talk. He shouts whenever I ask something. How many permits were granted?',
  'Dear all,\n\nHow many permits were granted?\n\nWith gratitude,\nUna Lind\nCommunications',
  'Hi Una,\n\nHow many permits were granted?\n\nMany thanks and see you soon\nOtto',
])('a closing, an occasion or a basis is beside the question: %s', async (question) => {
  expect((await read(question)).values).toEqual([3]);
});

test.each([
  'Ravi wants to know how many permits were granted.',
  'Old Ravi called and demanded to hear how many permits were granted.',
  'Edda from the office has asked me how many permits were granted.',
])('the one who asks is no condition: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'likely', values: [3] });
});

test('a closing line may say of which records the question is', async () => {
  const { confidence, values } = await read('How many permits were granted?\n\nOnly those of\nRavi');
  expect(confidence === 'exact' && values[0] === 3).toBe(false);
});
