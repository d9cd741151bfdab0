import { expect } from 'vitest';
import type { Query } from '../../schemas/queries.ts';
import { patience } from './patience.ts';
import type { Account } from './rest.ts';

/** A session query once it is terminal. */
export async function answered(by: Account, queryId: string): Promise<Query> {
  const look = async () => (await by.done(`GET /queries/${queryId}`)).query;
  await expect.poll(async () => (await look()).completedAt, patience).toBeDefined();
  return look();
}

/** Asks, and waits for the answer. */
export async function answerTo(by: Account, question: string, about: object = {}): Promise<Query> {
  const { query } = await by.done('POST /queries', { mode: 'session', question, ...about });
  return answered(by, query.id);
}
