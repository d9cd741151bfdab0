import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Questions with sentences and clauses beside them. */
const tables = {
  Lessons: {
    types: { Teacher: 'select', Instrument: 'select', State: 'select' },
    content: `Lesson,Pupil,Teacher,Instrument,State,Fee,Given on
L-1,Ana Prior,Kemal,Cello,Held,40,2026-01-12
L-2,Ben Okoro,Kemal,Oboe,Missed,30,2026-01-19
L-3,Ana Prior,Siri,Cello,Held,45,2026-02-03
L-4,Cleo Marsh,Siri,Harp,Held,60,2026-02-17
L-5,Ben Okoro,Kemal,Oboe,Held,30,2026-03-02
L-6,Dora Winter,Siri,Harp,Missed,60,2026-03-09
`,
  },
  Fiddles: {
    types: { State: 'select' },
    content: `Fiddle,State,Bill
F-1,Waiting,40
F-2,Restored,30
F-3,Restored,70
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string, earlier: readonly string[] = []) => {
  const said = earlier.map((body) => ({ role: 'user' as const, body }));
  const { confidence, values = [], answer } = await sample.askIn('Lessons', question, { earlier: said });
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each([
  "In January 2026, what's the average fee of lessons?",
  'For Kemal, what\u2019s the average fee of lessons?',
  "In January 2026 what's the average fee of lessons?",
  "For held lessons, what's average fee?",
  "In January 2026, who's the teacher of L-2?",
])('"is" may be written short behind a time, a person or a state: %s', async (question) => {
  const long = question.replace(/['\u2019]s/u, ' is');
  expect(await read(question)).toMatchObject({ confidence: 'exact', values: (await read(long)).values });
});

test.each([
  'Quick one: how many lessons were held?',
  'I have to write a report. How many lessons were held?',
  'How many lessons were held? Many thanks in advance!',
  'My boss asks: how many lessons were held?',
  'How many lessons were held, if you happen to know?',
  'How many lessons were held? (asking for a friend)',
  'Hi team, how many lessons were held?',
  'How many lessons were held? thx',
  'How many lessons were held asap',
  'How many lessons, by the way, were held?',
  'How many lessons, in your opinion, were held?',
  'Got a sec? How many lessons were held? Would help me a lot.',
  'How many lessons were held pls, my manager is waiting',
  'Hello bot. How many lessons were held?',
  'In plain words, how many lessons were held?',
  'Straight to the point: how many lessons were held?',
  'Per our chat earlier: how many lessons were held?',
  'TL;DR of my mail: how many lessons were held?',
  'So, um, how many lessons were held?',
  'Sorry for being a nuisance, how many lessons were held?',
  'As discussed yesterday, how many lessons were held?',
  "Here's what I'm after: how many lessons were held?",
  'Forgive my ignorance: how many lessons were held?',
  'Long story short: how many lessons were held?',
  'Now that I think of it, how many lessons were held?',
  'I am on the phone with someone who insists on hearing it — how many lessons were held?',
  'Would it be too much trouble to tell me how many lessons were held?',
  'I bet you can tell me how many lessons were held',
  'Would you be a star and tell me how many lessons were held?',
  'Right, where were we? How many lessons were held?',
  'Between meetings right now — how many lessons were held?',
  'Do we know how many lessons were held?',
  'Per chance, do you recall how many lessons were held?',
  'Does anybody still remember how many lessons were held?',
  'For the deck, how many lessons were held?',
  "What I'd love to hear is: how many lessons were held?",
  'One last thing before the weekend: how many lessons were held?',
  'Could you dig out for me how many lessons were held?',
  'Sorry to bother you again, but how many lessons were held?',
  'Pretty please with a cherry on top, how many lessons were held?',
  'If it is not too much work, how many lessons were held?',
  'Ok computer, how many lessons were held?',
])('talk beside a question changes nothing: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'exact', values: [4] });
});

test.each([
  ['We are putting slides together for the parents. How many lessons were held?', 'We are putting slides together'],
  ['Before the meeting I need to know how many lessons were held', 'Before the meeting'],
  ['How many lessons were held? My colleague never believes me.', 'never believes me'],
  ['I leave at 3. How many lessons were held?', 'I leave at 3'],
  ['My train goes on Friday. How many lessons were held?', 'Friday'],
  ["Don't shoot the messenger, but how many lessons were held?", 'messenger'],
  ['How many lessons were held? Nothing fancy.', 'Nothing fancy'],
  ['Since nobody answers my mails, how many lessons were held?', 'Since nobody'],
  ['Before I send this out, how many lessons were held?', 'Before I send this out'],
  ['To settle a bet, how many lessons were held?', 'To settle a bet'],
  ['Assuming the sheet is complete, how many lessons were held?', 'Assuming'],
  ['How many lessons were held, because the auditor wants to hear it from us?', 'because the auditor'],
  ['Good grief, I nearly forgot: how many lessons were held?', 'nearly forgot'],
  ['Since the printer is broken I have to ask here: how many lessons were held?', 'the printer is broken'],
  ['For the parish council on Friday: how many lessons were held?', 'the parish council'],
  ["Ahead of Tuesday's stand-up, how many lessons were held?", 'stand-up'],
  ['We have guests from the ministry on Thursday and they will ask: how many lessons were held?', 'the ministry'],
  ["How many lessons were held? Ping me when you've got it.", 'Ping me when'],
  ['My colleague bet me ten euros that I could not find this out: how many lessons were held?', 'ten euros'],
  ['Yesterday somebody asked me this and I had no idea: how many lessons were held?', 'somebody asked me this'],
  ['How many lessons were held? The landlord is at the door.', 'at the door'],
  ['Morning Priya, how many lessons were held?', 'Morning Priya'],
  ['Not sure if this is the right place, but how many lessons were held?', 'the right place'],
])('words that could matter are left out with a doubt, and told: %s', async (question, told) => {
  const { answer, ...found } = await read(question);
  expect(found).toEqual({ confidence: 'likely', values: [4] });
  expect(answer).toContain('Left out as beside the question');
  expect(answer).toContain(told);
});

test.each<[question: string, told: string, values: unknown[]]>([
  ["How many lessons were held? You're a harp!", "You're a harp", [1]],
  ['How many lessons were held? Harp thx bye', 'thx bye', [1]],
  ['You are a harp! How many lessons were held?', 'You are a harp', [1]],
])('a condition that only a sentence beside the question names is never exact: %s', async (question, told, values) => {
  const { answer, ...found } = await read(question);
  expect(found).toEqual({ confidence: 'likely', values });
  expect(answer).toContain(`“${told}”`);
});

test.each([
  'How many lessons were held? Only those of Siri.',
  'How many lessons were held? In February.',
  'Kemal is the teacher. How many lessons of Kemal were held?',
])('a sentence that limits the question, or repeats it, is part of it: %s', async (question) => {
  const { values, answer } = await read(question);
  expect(values).toEqual([2]);
  expect(answer).not.toContain('beside the question');
});

test.each([
  'Since I joined in February, how many lessons were held?',
  'Before I joined, how many lessons were held?',
  'Before I left, how many lessons were held?',
  'To schools, how many lessons were held?',
  'For the carpenters on Friday, how many lessons were held?',
  'Assuming Leeds, how many lessons were held?',
  'Skilled carpenters. How many lessons were held?',
  'When I was ill, how many lessons were held?',
  'In Glasgow, how many lessons were held?',
  'Evening Classes, how many lessons were held?',
  'Ten pupils asked for Glasgow: how many lessons were held?',
  'In March my colleague asked me this: how many lessons were held?',
  'I mean the missed ones. How many lessons are there?',
  'How many lessons were held in my region?',
  'At our Leeds branch, how many lessons were held?',
])('a clause that may belong to the question is not left out: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});

test.each<[question: string, values: unknown[]]>([
  ['Sorry, I keep forgetting. Who is the teacher of L-4?', ['Siri']],
  ['For the newsletter: what is the total fee by teacher?', [100, 165]],
  ['How many lessons were held? Only those of Siri.', [2]],
  ['No hurry, but which teacher has the highest total fee, would you say?', ['Siri']],
])('the question beside the talk is answered: %s', async (question, values) => {
  expect((await read(question)).values).toEqual(values);
});

test('a topic in the plural is not left out as talk', async () => {
  expect(await read('For newsletters: how many lessons were held?')).toMatchObject({ confidence: 'none', values: [] });
});

test('a follow-up may stand beside talk', async () => {
  const found = await read('Great, thanks! And by teacher?', ['How many lessons were held?']);
  expect(found.values).toEqual([2, 2]);
});

test('a long text of clauses is looked through in short stretches', async () => {
  const hostile = `${'I, '.repeat(1_300)}how many lessons were held?`.slice(-4_000);
  expect((await read(hostile)).confidence).toBe('none');
});

test.each([
  'How many lessons were held? (asking on behalf of Dana)',
  'Hello, this is Karen from the office. How many lessons were held?',
  "Since you're online: how many lessons were held?",
  "We're updating the front page tonight. How many lessons were held?",
])('who asks, and what they do besides, is told: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'likely', values: [4] });
});

test('whom the asker speaks for may be a value of the table', async () => {
  const { confidence, values } = await read('How many lessons were held? (asking for Siri)');
  expect(confidence === 'exact' && values[0] === 4).toBe(false);
});

test('a clause beside a short question makes no follow-up of it', async () => {
  const { answer } = await read('For the board meeting tomorrow: which teacher has the most lessons?');
  expect(answer).toContain('For the board meeting tomorrow');
});

test('the asker waits, where records may be waiting too', async () => {
  const question = 'Quick question while I wait for the train: how many fiddles were restored?';
  const { values = [], answer } = await sample.askIn('Fiddles', question);
  expect(values.map(({ value }) => value)).toEqual([2]);
  expect(answer).toContain('while I wait');
  const limited = await sample.askIn('Fiddles', 'While they were waiting, how many fiddles were restored?');
  expect(limited.confidence).not.toBe('exact');
});
