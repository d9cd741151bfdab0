import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Query } from '../../schemas/queries.ts';
import { startHost } from '../support/hosts.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { answerTo, answered } from '../support/questions.ts';
import { indexed } from '../support/index.ts';
import { type Account, accountAt } from '../support/rest.ts';

const wonDeals = 'There are **26** Deals where Stage is Won.';
/** The questions that docs/questions.md shows, on the sample: 26 of its 41 deals are won. */
const expected: [question: string, answer: Partial<Query>, says: string][] = [
  ['How many deals are won?', { confidence: 'exact', values: [{ value: 26, type: 'number' }] }, wonDeals],
  ['Average amount by stage?', { confidence: 'exact' }, '| Lead | 5,366.67 EUR |'],
  ['What did we decide about pricing?', { confidence: 'supported' }, 'raise the price of Team from 29 to 35'],
  ['What is our warranty period?', { confidence: 'none' }, 'I found nothing'],
];

test('README and the page on questions show what is asked here', async () => {
  const page = await readFile('docs/questions.md', 'utf8');
  for (const [question] of expected) expect(page).toContain(`| ${question} |`);
  const readme = await readFile('README.md', 'utf8');
  expect([readme, page]).toEqual([expect.stringContaining(wonDeals), expect.stringContaining(wonDeals)]);
  expect(readme).toContain('How many deals are won?');
});

function expectAnswer(query: Pick<Query, 'answer'>, answer: Partial<Query>, says: string): void {
  expect(query).toMatchObject(answer);
  expect(query.answer).toContain(says);
}

async function sampleGateway(): Promise<Account> {
  const dataFolder = await temporaryFolder();
  const gateway = await startGateway(dataFolder, '--sample');
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  await indexed(dataFolder);
  return account;
}

test('the sample answers over HTTP, and in a conversation that goes on', async () => {
  const account = await sampleGateway();
  for (const [question, answer, says] of expected) expectAnswer(await answerTo(account, question), answer, says);

  const { sessionId } = await answerTo(account, 'How many deals are won?');
  const { query } = await account.done(`POST /sessions/${sessionId}/messages`, { body: 'And lost?' });
  expectAnswer(await answered(account, query.id), { confidence: 'exact' }, '**9** Deals where Stage is Lost');
  const grouped = await answerTo(account, 'Average amount by stage?');
  const byOwner = await account.done(`POST /sessions/${grouped.sessionId}/messages`, { body: 'And by owner?' });
  expectAnswer(await answered(account, byOwner.query.id), { confidence: 'exact' }, 'Average Amount of Deals, by Owner');
  // Earlier questions and answers must not become sources of an answer.
  for (const [question, answer, says] of expected) expectAnswer(await answerTo(account, question), answer, says);
});

test('the query of an answer gives its figures again', async () => {
  const account = await sampleGateway();
  const { typedQuery, values } = await answerTo(account, 'Average amount by stage?');
  const { data } = await account.done('POST /queries', typedQuery);
  expect(data.rows!.map(({ average }) => average)).toEqual(values!.map(({ value }) => value));
});

test('the sample answers an agent over stdio', async () => {
  const folder = await temporaryFolder();
  const host = await startHost(folder, '--sample');
  for (const [question, answer, says] of expected) {
    const { query } = await host.done('workspace_query_ask', { question, waitSeconds: 20 });
    expectAnswer(query, answer, says);
  }
});
