import { setTimeout as pause } from 'node:timers/promises';
import { form, textFile } from '../../support/forms.ts';
import type { Account, Body } from '../../support/rest.ts';
import { ensure } from './judging.ts';
import type { World } from './world.ts';
import type { Pools } from './ids.ts';
import { SeenIds } from './seen-ids.ts';

/** The fields of a lab's Data Set. */
export const fields = [
  { key: 'note', type: 'text' },
  { key: 'essay', type: 'long_text' },
  { key: 'amount', type: 'number' },
  { key: 'fee', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'share', type: 'percent' },
  { key: 'done', type: 'checkbox' },
  { key: 'day', type: 'date' },
  { key: 'at', type: 'date_time' },
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
  { key: 'tags', type: 'multi_select', options: { choices: [{ key: 'red' }, { key: 'blue' }] } },
  { key: 'owner', type: 'user' },
  { key: 'link', type: 'url' },
  { key: 'mail', type: 'email' },
  { key: 'paper', type: 'artifact' },
  { key: 'scan', type: 'file', multiple: true },
  { key: 'talk', type: 'session' },
] as const;

/** Inputs after which a lab is looked at again. */
const inputsUnlooked = 40;

/** A channel of the sender with something of every kind in it: what good input is about. Input may ruin it, so it is made anew then. */
export class Lab extends SeenIds implements Pools {
  readonly foreign: readonly string[];
  readonly #account: Account;
  readonly #colleagueId: string;
  readonly #sparedId: string | undefined;
  #channel = '';

  /** No input names the spared ID. */
  constructor(account: Account, { foreign, colleagueId }: Pick<World, 'foreign' | 'colleagueId'>, sparedId?: string) {
    super();
    this.#sparedId = sparedId;
    this.foreign = foreign;
    this.#account = account;
    this.#colleagueId = colleagueId;
  }

  override learn(answer: string): void {
    super.learn(this.#sparedId === undefined ? answer : answer.replaceAll(this.#sparedId, ''));
  }

  /** Sees to it that there is something to do right with. */
  async renew(): Promise<void> {
    if (this.#channel !== '' && (await this.#isWhole())) return;
    await this.#make();
  }

  /** Does so now and then; called before each input. */
  async tend(): Promise<void> {
    this.#uses += 1;
    if (this.#uses % inputsUnlooked === 0) await this.renew();
  }

  #uses = 0;

  async #isWhole(): Promise<boolean> {
    const { call } = this.#account;
    const place = `/channels/${this.#channel}`;
    const channel = await call(`GET ${place}`);
    if (channel.status !== 200 || channel.body.channel.role !== 'manager') return false;
    const others = [
      `records/${this.first('rec', 0)}`,
      `records/${this.first('rec', 1)}`,
      `posts/${this.first('post', 0)}`,
      `feed/comments/${this.first('cmt', 0)}`,
    ];
    const replies = await Promise.all(others.map((path) => call(`GET ${place}/${path}`)));
    return replies.every(({ status }) => status === 200);
  }

  async #make(): Promise<void> {
    this.forget();
    this.learn(this.#colleagueId);
    const ask = async (...asked: Parameters<Account['call']>): Promise<Body> => {
      const { status, body, bytes } = await this.#account.call(...asked);
      if (status === 429 || status === 503) return pause(500).then(() => ask(...asked));
      ensure(status < 400, `${asked[0]}: ${bytes.toString()}`);
      this.learn(bytes.toString());
      return body;
    };
    const { channel } = await ask('POST /channels', { name: 'Lab' });
    this.#channel = channel.id;
    const place = `/channels/${channel.id}`;
    const { objectTypeId } = (await ask(`POST ${place}/data-sets`, { name: 'Deals', fields })).dataSet;
    for (const amount of [1, 2.5, -3]) {
      const values = { note: 'plan', amount, day: '2026-02-28', stage: 'open', tags: ['red'], done: true };
      await ask(`POST ${place}/records`, { objectTypeId, title: `Deal ${amount}`, values });
    }
    for (const definition of views) await ask(`POST ${place}/views`, { ...definition, name: 'All', objectTypeId });
    for (const [kind, content] of [
      ['markdown', '# Plan\n\nWe open in May.\n'],
      ['csv', 'name,amount\nAda,3\nBob,4\n'],
    ] as const) {
      const artifact = { kind, title: 'Plan', content, channelId: channel.id };
      await ask('POST /artifacts', { ...artifact, idempotencyKey: crypto.randomUUID() });
    }
    await ask('POST /files', form(['channelId', channel.id], ['file', textFile('plan'), 'plan.txt']));
    const { session } = await ask('POST /sessions', { title: 'Talk', channelId: channel.id });
    await ask(`POST /sessions/${session.id}/channels`, { channelId: channel.id });
    await ask(`POST /sessions/${session.id}/messages`, { body: 'How many Deals are there?' });
    const { post } = await ask(`POST ${place}/posts`, { body: 'Hello' });
    await ask(`POST ${place}/feed/threads/post/${post.id}/comments`, { body: 'Hello too' });
    await ask('GET /me');
  }
}

const views = [
  { renderer: 'table', columns: ['note', 'amount'] },
  { renderer: 'board', groupByFieldKey: 'stage' },
  {
    renderer: 'dashboard',
    widgets: [{ id: 'a', title: 'A', type: 'number', metrics: [{ alias: 'n', function: 'count_rows' }] }],
  },
  {
    renderer: 'pivot_table',
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'day', interval: 'month' },
    metric: { function: 'count_rows' },
    totals: { rows: true, columns: true },
  },
] as const;
