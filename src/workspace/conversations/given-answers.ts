import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { Caller, Context } from '../operation/context.ts';

/** A read waits for the note, up to this, because the next look at the inbox should know of it. */
const longestWaitMs = 100;

export interface GivenAnswersOptions {
  readonly database: Pick<Database, 'write'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Notes that users were given answers to questions of theirs, so that the inbox tells these from others. A note that
 * storage refuses, as on a full disk, is made by the next read.
 */
export class GivenAnswers {
  readonly #options: GivenAnswersOptions;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(options: GivenAnswersOptions) {
    this.#options = options;
  }

  /** Never waits long: a read does not wait for the lock of another process. */
  async note(caller: Caller, queryIds: readonly string[]): Promise<void> {
    const begun = queryIds.filter((id) => !this.#underWay.has(id));
    if (begun.length > 0) this.#begin(caller, begun);
    await settledWithin(
      longestWaitMs,
      queryIds.flatMap((id) => this.#underWay.get(id) ?? []),
    );
  }

  /** Waits for the notes that are under way. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  #begin(caller: Caller, queryIds: readonly string[]): void {
    const given = { ids: JSON.stringify(queryIds), at: new Date().toISOString() };
    const noted = this.#options.database
      .write(caller, (tx) => markGiven(tx, given))
      .then(
        () => {},
        (error: unknown) => {
          if (!(error instanceof WorkspaceError)) this.#options.onError(error);
        },
      )
      .finally(() => {
        for (const id of queryIds) this.#underWay.delete(id);
      });
    for (const id of queryIds) this.#underWay.set(id, noted);
  }
}

async function settledWithin(ms: number, work: readonly Promise<void>[]): Promise<void> {
  if (work.length === 0) return;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([Promise.all(work), late]);
  clearTimeout(timer);
}

const markGiven = prepared((db, by: { ids: string; at: string }) =>
  db
    .updateTable('queries')
    .set({ given_at: by.at })
    .where('id', 'in', eachOf(by.ids))
    .where('completed_at', 'is not', null)
    .where('given_at', 'is', null),
);

/** The caller's questions that some messages answer, if the caller was not given these answers before. */
export async function newlyAnswered(db: Db, { caller }: Context, messages: readonly { id: string }[]) {
  const messageIds = JSON.stringify(messages.map(({ id }) => id));
  const found = await findNew(db, { userId: caller.userId, messageIds });
  return found.map(({ id }) => id);
}

/** Found by the messages. `coalesce` keeps SQLite from reading all questions of the user, who may have many. */
const findNew = prepared((db, by: { userId: string; messageIds: string }) =>
  db
    .selectFrom('queries')
    .select('id')
    .where('answer_message_id', 'in', eachOf(by.messageIds))
    .where(({ eb, fn, val }) => eb(fn.coalesce('user_id', val('')), '=', by.userId))
    .where('given_at', 'is', null),
);
