import { afterAll, beforeAll, expect } from 'vitest';
import type { Query } from '../../schemas/queries.ts';
import type { Db } from '../../src/store/tables.ts';
import { patience } from './patience.ts';
import type { Name, People } from './people.ts';
import type { Account } from './rest.ts';
import { inStorage, whileReading } from './storage.ts';

/** The body that asks a question in prose. */
export const session = (question: unknown, more: object = {}) => ({ mode: 'session', question, ...more });

/** A word that is in nothing else. */
export const word = () => `w${crypto.randomUUID().replaceAll('-', '')}`;

/** A session query once it is terminal. */
export async function answered(
  by: Account,
  queryId: string,
  waiting: { timeout: number; interval?: number } = patience,
): Promise<Query> {
  const look = async () => (await by.done(`GET /queries/${queryId}`)).query;
  await expect.poll(async () => (await look()).completedAt, waiting).toBeDefined();
  return look();
}

/** Asks, and waits for the answer. */
export async function answerTo(by: Account, question: string, about: object = {}): Promise<Query> {
  const { query } = await by.done('POST /queries', session(question, about));
  return answered(by, query.id);
}

/** Makes documents of one's own, or of a channel's. */
export const documentsAmong = (people: People) => async (by: Name, content: string, channelId?: string) => {
  const body = { kind: 'markdown', title: 'Plan', content, channelId, idempotencyKey: crypto.randomUUID() };
  return (await people.as(by).done('POST /artifacts', body)).artifact;
};

/** Reads the audit events of a resource. */
export const eventsAmong = (people: People) => (resourceId: string) =>
  inStorage(people.dataFolder, (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['action', 'user_id', 'interface', 'subject_id'])
      .where('resource_id', '=', resourceId)
      .orderBy('id')
      .execute(),
  );

/** The words of a document that has very many passages. A question about it is answered in another process. */
export const commonWords = 'one two three four five six seven eight';

export async function newCommonDocument({ done }: Account, dataFolder: string): Promise<void> {
  const content = Array.from({ length: 20_000 }, (_, line) => `${line} ${commonWords}`).join('\n');
  await done('POST /artifacts', { kind: 'markdown', title: 'Numbers', content, idempotencyKey: crypto.randomUUID() });
  const queue = (db: Db) => db.selectFrom('index_queue').select('resource_id').execute();
  await whileReading(dataFolder, async (read) => {
    await expect.poll(() => read(queue), patience).toEqual([]);
  });
}

/** How far every question of a folder is, in the order of their asking, and how often each was answered. */
export const questionsIn = (dataFolder: string) =>
  whileReading(dataFolder, (read) =>
    read((db) =>
      db
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
    ),
  );

/** How long whoever is at work on a question says so ahead. */
export const claimedUntil = (): number => Date.now() + 6_000;

/** The same during all tests of a file. It ends before the folder is removed, which was asked for earlier. */
export function keepClaimsIn(place: { readonly dataFolder: string }): void {
  let end: () => Promise<unknown> = async () => {};
  beforeAll(() => void (end = keepClaims(place.dataFolder)));
  afterAll(() => end());
}

/** Stands for a process that is still working on its claims. Until it is stopped, nobody else takes these over. */
export function keepClaims(dataFolder: string): () => Promise<unknown> {
  const renew = () =>
    inStorage(dataFolder, (tx) =>
      tx.updateTable('queries').set({ claimed_until: claimedUntil() }).where('status', '=', 'running').execute(),
    );
  let renewed: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renewed.then(renew);
  }, 1_000);
  return () => {
    clearInterval(timer);
    return renewed;
  };
}
