import { expect, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import type { Query } from '../../schemas/queries.ts';
import { patience } from './patience.ts';
import { accessToken, listening, spawnGateway, stop } from './product.ts';
import { type Account, accountAt } from './rest.ts';
import { inStorage } from './storage.ts';

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

const commonWords = Array.from({ length: limits.searchWords }, (_, number) => `word${number}`);

/** In a folder with slow documents it takes about a second to answer: long enough to be killed in. */
export const slowQuestion = commonWords.join(' ');

/** Documents in every line of which the words of the slow question are. */
export async function addSlowDocuments(dataFolder: string): Promise<void> {
  const gateway = await listening(spawnGateway(dataFolder));
  const { done } = accountAt(gateway.url, await accessToken(dataFolder));
  for (let number = 0; number < 12; number += 1) {
    const lines = Array.from({ length: 4_000 }, (_, line) => `${number}-${line} ${slowQuestion}`);
    const body = { kind: 'markdown', title: `Words ${number}`, content: lines.join('\n') };
    await done('POST /artifacts', { ...body, channelId: 'general', idempotencyKey: String(number) });
  }
  const queue = () => inStorage(dataFolder, (tx) => tx.selectFrom('index_queue').select('resource_id').execute());
  await vi.waitFor(async () => expect(await queue()).toEqual([]), { timeout: 100_000 });
  await stop(gateway.process);
}

/** How far every question of a folder is, in the order of their asking, and how often each was answered. */
export const questionsIn = (dataFolder: string) =>
  inStorage(dataFolder, (tx) =>
    tx
      .selectFrom('queries')
      .select((eb) => [
        'id',
        'status',
        'attempts',
        'claim',
        'claimed_at',
        'answer_message_id',
        eb
          .selectFrom('messages')
          .select(eb.fn.countAll<number>().as('count'))
          .where('role', '=', 'assistant')
          .whereRef('messages.session_id', '=', 'queries.session_id')
          .as('answers'),
      ])
      .orderBy('id')
      .execute(),
  );
