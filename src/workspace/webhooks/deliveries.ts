import { LRUCache } from 'lru-cache';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import { sharedTime } from '../../store/shared-time.ts';
import type { Database } from '../../store/database.ts';
import { Background } from '../../turns/background.ts';
import { newestEvent } from '../feed/activity-page-sql.ts';
import { isAllowed, sendTo } from '../../auth/destinations.ts';
import { afterDelivery, afterFailure, afterRefusal, stopped } from './outcomes.ts';
import { messageOf } from './signing.ts';
import { claimWebhook, type DueWebhook, dueWebhooks, type Kept, keepOutcome, moveCursor } from './webhooks-sql.ts';

const lookEveryMs = 1_000;
/** How often all webhooks are looked at although nothing has happened: another process may have died with a claim. */
const lookAtAllEveryMs = 10_000;
/** How long all are looked at after something has happened: an event with a lower number may be committed later. */
const unsettledMs = 5_000;
/** How often a cursor is kept that moved over changes which are not sent. */
const keepCursorEveryMs = 3_600_000;

/** One that is forgotten is looked through again. */
const mostSeen = 10_000;

const deliveriesAtOnce = 16;
const deliveriesOfOrganization = 8;
const deliveriesOfOwner = 2;

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
  /** The newest event of its organization at that time. */
  readonly newest: number;
  readonly keptAt: number;
}

interface Running {
  readonly owner: DueWebhook['owner'];
  readonly end: Promise<void>;
}

/**
 * Delivers webhooks. Each sends the activity that its owner may see, page by page. The next page waits until the
 * receiver has taken the one before. So each change arrives at least once, and in order. Processes on one data folder
 * share the work: one at a time delivers a webhook. Owners and organizations have their share of what is sent at once.
 */
export class WebhookDeliveries {
  readonly #options: DeliveriesOptions;
  readonly #looking: Background;
  readonly #running = new Map<string, Running>();
  readonly #seen = new LRUCache<string, Seen>({ max: mostSeen });
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** The newest event of the last look at all webhooks; undefined while some are left. */
  #newest: number | undefined;
  #lookAtAllAt = 0;
  #lookOnUntil = 0;

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
    await Promise.all(this.#running.values().map(({ end }) => end));
  }

  async #look(): Promise<boolean> {
    const { database, hosts } = this.#options;
    const now = performance.now();
    const newest = await database.read((db) => newestEvent(db));
    if (newest !== this.#newest) this.#lookOnUntil = now + unsettledMs;
    const atAll = now < this.#lookOnUntil || now >= this.#lookAtAllAt;
    if (atAll) this.#lookAtAllAt = now + lookAtAllEveryMs;
    this.#newest = newest;
    for (const webhook of await database.read((db) => dueWebhooks(db, !atAll))) {
      if (this.#closing.signal.aborted) return false;
      if (this.#running.has(webhook.id) || !isAllowed(new URL(webhook.url), hosts)) continue;
      if (!this.#hasNews(webhook)) continue;
      if (this.#hasRoom(webhook)) this.#begin(webhook);
      else this.#newest = undefined;
    }
    return false;
  }

  #hasNews({ id, cursor, newest }: DueWebhook): boolean {
    const seen = this.#seen.get(id);
    return seen?.from !== cursor || seen.newest !== newest;
  }

  #hasRoom({ owner: { userId, organizationId } }: DueWebhook): boolean {
    const owners = [...this.#running.values()].map(({ owner }) => owner);
    return (
      owners.length < deliveriesAtOnce &&
      owners.filter((owner) => owner.organizationId === organizationId).length < deliveriesOfOrganization &&
      owners.filter((owner) => owner.userId === userId).length < deliveriesOfOwner
    );
  }

  #begin(webhook: DueWebhook): void {
    const end = this.#deliverNext(webhook)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.onError(error);
        return false;
      })
      .then((wasTaken) => {
        this.#running.delete(webhook.id);
        if (wasTaken) this.#newest = undefined;
        if (this.#newest === undefined) this.#looking.wake();
      });
    this.#running.set(webhook.id, { owner: webhook.owner, end });
  }

  /** Sends the next page. Returns whether it was taken, so that there may be more. */
  async #deliverNext(webhook: DueWebhook): Promise<boolean> {
    const { database } = this.#options;
    const page = await this.#pageOf(webhook);
    if ('items' in page && page.items.length === 0) {
      await this.#noteSeen(webhook, page.nextCursor);
      return false;
    }
    const claim = await database.write(webhook.owner, async (tx) => claimWebhook(tx, webhook, await sharedTime(tx)));
    if (claim === undefined) return false;
    const outcome = 'items' in page ? await this.#send(webhook, page) : page;
    await database.write(webhook.owner, (tx) => keepOutcome(tx, claim, outcome));
    return outcome.cursor !== undefined;
  }

  /** The next activity as the owner sees it, or the state of a webhook that has none. */
  async #pageOf(webhook: DueWebhook): Promise<Page | Kept> {
    const { id, owner, cursor, channelId, types } = webhook;
    const seen = this.#seen.get(id);
    const after = seen?.from === cursor ? seen.cursor : cursor;
    try {
      const workspace = this.#options.workspaceOf(owner, this.#closing.signal);
      return await workspace.activity.list({ after, channelId, types, limit: limits.feedPageMost });
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      if (error instanceof WorkspaceError && error.code === 'not_found')
        return stopped(noSuchChannel, await this.#now());
      this.#options.onError(error);
      return afterFailure(webhook, unreadable, await this.#now());
    }
  }

  async #noteSeen(webhook: DueWebhook, cursor: string): Promise<void> {
    const now = performance.now();
    const { keptAt = now } = this.#seen.get(webhook.id) ?? {};
    const isToKeep = now - keptAt >= keepCursorEveryMs;
    if (isToKeep) await this.#options.database.write('background', (tx) => moveCursor(tx, webhook, cursor));
    const from = isToKeep ? cursor : webhook.cursor;
    this.#seen.set(webhook.id, { from, cursor, newest: webhook.newest, keptAt: isToKeep ? now : keptAt });
  }

  async #send(webhook: DueWebhook, { items, nextCursor }: Page): Promise<Kept> {
    const { body, headers } = messageOf(webhook, items);
    const overrun = AbortSignal.timeout(limits.webhookSeconds * 1_000);
    const signal = AbortSignal.any([overrun, this.#closing.signal]);
    const request = { method: 'POST', body, headers, signal };
    const answer = await sendTo(new URL(webhook.url), this.#options.hosts, request).catch(() => undefined);
    this.#closing.signal.throwIfAborted();
    await answer?.body?.cancel().catch(() => {});
    const now = await this.#now();
    if (!answer) return afterFailure(webhook, overrun.aborted ? tooSlow : unreachable, now);
    return answer.ok ? afterDelivery(nextCursor, now) : afterRefusal(webhook, answer, now);
  }

  /** Whichever gateway tries next has another clock. */
  #now(): Promise<number> {
    return this.#options.database.read(sharedTime);
  }
}

type Page = Awaited<ReturnType<Workspace['activity']['list']>>;

const noSuchChannel = 'You may not read its channel any more.';
const unreadable = 'Its changes could not be read.';
const tooSlow = `It gave no answer within ${limits.webhookSeconds} s.`;
const unreachable = 'It could not be reached.';
