import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Database } from '../../store/database.ts';
import { Background } from '../../turns/background.ts';
import { isAllowed, sendTo } from './destinations.ts';
import { afterAnswer, afterRefusal } from './outcomes.ts';
import { messageOf } from './signing.ts';
import { claimWebhook, type DueWebhook, dueWebhooks, type Kept, keepOutcome } from './webhooks-sql.ts';

const lookEveryMs = 1_000;
const deliveriesAtOnce = 16;

export interface DeliveriesOptions {
  readonly database: Database;
  /** The workspace as the owner of a webhook may read it now. */
  readonly workspaceOf: (owner: DueWebhook['owner'], gone: AbortSignal) => Workspace;
  readonly hosts: readonly string[];
  readonly onError: (error: unknown) => void;
}

/** How far the activity of a webhook was looked through. */
interface Seen {
  /** The stored cursor that it was looked through from. */
  readonly from: string;
  /** Nothing before it is left for the webhook. */
  readonly cursor: string;
  /** The state of the database at that time. */
  readonly version: number;
}

/**
 * Delivers webhooks. Each sends the activity that its owner may see, page by page. The next page waits until the
 * receiver has taken the one before. So each change arrives at least once, and in order. Processes on one data folder share the
 * work: one at a time delivers a webhook.
 */
export class WebhookDeliveries {
  readonly #options: DeliveriesOptions;
  readonly #looking: Background;
  readonly #running = new Map<string, Promise<void>>();
  readonly #seen = new Map<string, Seen>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#looking = new Background(() => this.#look(), options.onError);
  }

  /** Delivers from now on. Never keeps the process alive. */
  start(): void {
    this.#timer = setInterval(() => this.#looking.wake(), lookEveryMs).unref();
  }

  /** Gives up what is under way. It is sent again by whoever comes next. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#looking.close();
    await Promise.all(this.#running.values());
  }

  async #look(): Promise<boolean> {
    const { database } = this.#options;
    for (const webhook of await database.read((db) => dueWebhooks(db, Date.now()))) {
      while (this.#running.size >= deliveriesAtOnce) await Promise.race(this.#running.values());
      if (this.#closing.signal.aborted) return false;
      if (!this.#running.has(webhook.id) && this.#hasNews(webhook)) this.#begin(webhook);
    }
    return false;
  }

  #hasNews({ id, cursor }: DueWebhook): boolean {
    const seen = this.#seen.get(id);
    return seen?.from !== cursor || seen.version !== this.#options.database.dataVersion();
  }

  #begin(webhook: DueWebhook): void {
    const end = this.#deliverNext(webhook)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.onError(error);
        return false;
      })
      .then((wasTaken) => {
        this.#running.delete(webhook.id);
        if (wasTaken) this.#looking.wake();
      });
    this.#running.set(webhook.id, end);
  }

  /** Sends the next page. Returns whether it was taken, so that there may be more. */
  async #deliverNext(webhook: DueWebhook): Promise<boolean> {
    const { database } = this.#options;
    const version = database.dataVersion();
    const page = await this.#pageOf(webhook);
    if (page?.items.length === 0) {
      this.#seen.set(webhook.id, { from: webhook.cursor, cursor: page.nextCursor, version });
      return false;
    }
    const claim = await database.write(webhook.owner, (tx) => claimWebhook(tx, webhook, Date.now()));
    if (claim === undefined) return false;
    const outcome = page ? await this.#send(webhook, page) : afterRefusal(noSuchChannel);
    await database.write(webhook.owner, (tx) => keepOutcome(tx, claim, outcome));
    return outcome.cursor !== undefined;
  }

  /** The next activity as the owner sees it; undefined if they may not read its channel. */
  async #pageOf({ id, owner, cursor, channelId, types }: DueWebhook): Promise<Page | undefined> {
    const seen = this.#seen.get(id);
    const after = seen?.from === cursor ? seen.cursor : cursor;
    try {
      const workspace = this.#options.workspaceOf(owner, this.#closing.signal);
      return await workspace.activity.list({ after, channelId, types, limit: limits.feedPageMost });
    } catch (error) {
      if (error instanceof WorkspaceError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async #send(webhook: DueWebhook, { items, nextCursor }: Page): Promise<Kept> {
    const { hosts } = this.#options;
    const url = new URL(webhook.url);
    if (!isAllowed(url, hosts)) return afterRefusal(notAllowed);
    const { body, headers } = messageOf(webhook, items);
    const overrun = AbortSignal.timeout(limits.webhookSeconds * 1_000);
    const signal = AbortSignal.any([overrun, this.#closing.signal]);
    const answer = await sendTo(url, hosts, { method: 'POST', body, headers, signal }).catch(() => undefined);
    this.#closing.signal.throwIfAborted();
    await answer?.body?.cancel();
    return afterAnswer(webhook, nextCursor, answer, overrun.aborted);
  }
}

type Page = Awaited<ReturnType<Workspace['activity']['list']>>;

const noSuchChannel = 'You may not read its channel any more.';
const notAllowed = 'The operator no longer allows its host.';
