import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../schemas/queries.ts';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';
import type { Deal, Known } from './questions/deals.ts';
import { addWhatEveHas, addWhatNoorHides } from './questions/others.ts';
import { secondFigures, secondPassages, secondUnanswerable } from './questions/second.ts';
import { figures, type Figures, ofOthers, type Passages, passages, unanswerable } from './questions/sample.ts';

const [noor, eve] = ['noor@workspace.test', 'eve@elsewhere.test'];

let sample: SampleWorkspace;
let known: Known;

beforeAll(async () => {
  sample = await openSample({ email: noor }, { email: eve, organization: 'Elsewhere', role: 'admin' });
  await sample.indexed();
  const { userId: id, name } = await sample.admin.me.get({});
  known = { deals: await allDeals(), me: { id, name }, today: new Date().toISOString().slice(0, 10) };
});
afterAll(() => sample.close());

async function allDeals(): Promise<Deal[]> {
  const { channel } = await sample.admin.channels.get({ channelId: 'sales' });
  const { objectTypeId } = channel.dataSets[0]!;
  const query = {
    mode: 'deterministic',
    operation: 'records',
    channelId: channel.id,
    objectTypeId,
    limit: 1_000,
  } as const;
  const { data } = await sample.admin.queries.run(query);
  return data.rows!.map(({ closed_on: closedOn, ...row }) => ({ ...row, closedOn }) as unknown as Deal);
}

type Outcome = 'right' | 'wrong' | 'none';

interface Result {
  readonly question: string;
  readonly outcome: Outcome;
  readonly answer: string;
}

const results: Result[] = [];
const firstAnswers = new Map<string, Answer>();

async function judged(question: string, isRight: (answer: Answer) => boolean): Promise<Result> {
  const answer = await ask(sample.admin, question);
  firstAnswers.set(question, answer);
  const outcome = answer.confidence === 'none' ? 'none' : isRight(answer) ? 'right' : 'wrong';
  const result = { question, outcome, answer: answer.answer } as const;
  results.push(result);
  return result;
}

const shareOf = (some: readonly Result[], outcome: Outcome) =>
  some.filter((result) => result.outcome === outcome).length / some.length;

async function judgedAll<One>(questions: readonly One[], judge: (one: One) => Promise<Result>): Promise<Result[]> {
  const judged: Result[] = [];
  for (const question of questions) judged.push(await judge(question));
  return judged;
}

const said = (value: unknown): string =>
  typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6) : String(value).toLowerCase();

/** Every expected value is there, and no other number. */
function areFigures({ values }: Figures, { confidence, values: given = [] }: Answer): boolean {
  const expected = values(known).map((one) => (typeof one === 'object' ? one : [one]).map(said));
  const got = new Set(given.map(({ value }) => said(value)));
  const allowed = new Set(expected.flat());
  return (
    (confidence === 'exact' || confidence === 'likely') &&
    expected.every((ways) => ways.some((way) => got.has(way))) &&
    given.every(({ value }) => typeof value !== 'number' || allowed.has(said(value)))
  );
}

function isSaid({ says, from }: Passages, { answer, sources = [] }: Answer): boolean {
  const text = answer.toLowerCase();
  const isThere = says.every((part) => text.includes(part.replace('{me}', known.me.name).toLowerCase()));
  return isThere && (from === undefined || sources.some(({ title }) => title === from));
}

test('questions of figures are answered, exactly', async () => {
  const all = await judgedAll(figures, (one) => judged(one.ask, (answer) => areFigures(one, answer)));
  expect(all.filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
  expect(shareOf(all, 'right')).toBeGreaterThanOrEqual(0.8);
});

test('texts of people are quoted and cited', async () => {
  const all = await judgedAll(passages, (one) => judged(one.ask, (answer) => isSaid(one, answer)));
  expect(all.filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
  expect(shareOf(all, 'right')).toBeGreaterThanOrEqual(0.9);
});

test('a question about nothing recorded is not answered', async () => {
  const all = await judgedAll(unanswerable, (question) => judged(question, () => false));
  expect(shareOf(all, 'none')).toBeGreaterThanOrEqual(0.95);
});

test('questions in other words are answered as well', async () => {
  const all = [
    ...(await judgedAll(secondFigures, (one) => judged(one.ask, (answer) => areFigures(one, answer)))),
    ...(await judgedAll(secondPassages, (one) => judged(one.ask, (answer) => isSaid(one, answer)))),
  ];
  const unknown = await judgedAll(secondUnanswerable, (question) => judged(question, () => false));
  expect([...all, ...unknown].filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
  expect(shareOf(all, 'right')).toBeGreaterThanOrEqual(0.75);
});

test('texts that only others may read change no byte of an answer, but do answer these others', async () => {
  const questions = [
    ...ofOthers.map(({ ask }) => ask),
    ...figures.map(({ ask }) => ask),
    ...passages.map(({ ask }) => ask),
    ...unanswerable,
  ];
  const before = new Map(firstAnswers);
  for (const question of questions) if (!before.has(question)) before.set(question, await ask(sample.admin, question));
  const [asNoor, asEve] = await Promise.all([sample.as(noor), sample.as(eve)]);
  await addWhatNoorHides(asNoor);
  await addWhatEveHas(asEve);
  await sample.indexed();

  for (const question of questions) expect(await ask(sample.admin, question)).toEqual(before.get(question));
  const others = await judgedAll(ofOthers, (one) => judged(one.ask, () => false));
  expect(others.filter(({ outcome }) => outcome !== 'none')).toEqual([]);

  const owners = await Promise.all(
    ofOthers.map(async ({ ask: question, by, says }) => {
      const { confidence, answer } = await ask(by === 'noor' ? asNoor : asEve, question);
      return confidence !== 'none' && answer.includes(says);
    }),
  );
  expect(owners.filter(Boolean).length / owners.length).toBeGreaterThanOrEqual(0.8);
});

test('at most one answer in twenty is false', () => {
  expect(results.length).toBeGreaterThanOrEqual(200);
  expect(shareOf(results, 'wrong')).toBeLessThanOrEqual(0.05);
});
