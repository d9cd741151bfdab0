import { form, textFile } from '../../support/forms.ts';
import type { Random } from '../../support/random.ts';
import type { Account } from '../../support/rest.ts';
import { type Reader, word } from './looks.ts';
import {
  type Artifact,
  type Channel,
  type DataSet,
  type File,
  type Item,
  Model,
  type Name,
  type Session,
} from './model.ts';

type Readers = Readonly<Record<Name, Reader>>;

/** How many there are of each kind at most, in the trash too. */
const most = { channel: 6, artifact: 24, file: 18, session: 12, data_set: 8, record: 40, view: 10 };

/** Makes things and connects them, at the product and in the model alike. */
export class World {
  readonly model = new Model();
  readonly #random: Random;
  readonly #readers: Readers;
  readonly #userIds: Readonly<Record<Name, string>>;
  #made = 0;

  constructor(random: Random, readers: Readers, userIds: Readonly<Record<Name, string>>) {
    this.#random = random;
    this.#readers = readers;
    this.#userIds = userIds;
  }

  get #title(): string {
    this.#made += 1;
    return `${word} ${this.#made}`;
  }

  #as(name: Name): Account {
    return this.#readers[name].account;
  }

  #writer(): Name {
    return this.#random.pick(['mia', 'will'] as const);
  }

  #there<Type extends keyof typeof most>(type: Type) {
    return this.model.of(type).filter((thing) => this.model.isThere(thing));
  }

  #isFull(type: keyof typeof most): boolean {
    return this.model.of(type).length >= most[type];
  }

  readonly makings: readonly (() => Promise<void>)[] = [
    () => this.makeChannel(),
    () => this.#makeArtifact(),
    () => this.#makeArtifact(),
    () => this.#makeFile(),
    () => this.#makeSession(),
    () => this.#makeDataSet(),
    () => this.#makeRecord(),
    () => this.#makeRecord(),
    () => this.#makeView(),
    () => this.#makePost(),
    () => this.#link(),
    () => this.#link(),
    () => this.#refer(),
    () => this.#refer(),
  ];

  async makeChannel(): Promise<void> {
    if (this.#isFull('channel')) return;
    const isPrivate = this.#random.onceIn(3);
    const visibility = isPrivate ? 'private' : 'organization';
    const { channel } = await this.#as('mia').done('POST /channels', { name: this.#title, visibility });
    for (const [name, role] of [
      ['will', 'writer'],
      ['rita', 'reader'],
    ] as const)
      await this.#as('mia').done(`PUT /channels/${channel.id}/members/${this.#userIds[name]}`, { role });
    this.#add({ type: 'channel', id: channel.id, isTrashed: false, isPrivate });
  }

  #add(thing: Channel | Artifact | File | Session | DataSet | Item): void {
    this.model.things.set(thing.id, thing);
  }

  async #makeArtifact(): Promise<void> {
    if (this.#isFull('artifact')) return;
    const by = this.#writer();
    const channels = this.#there('channel');
    const home = channels.length > 0 && !this.#random.onceIn(5) ? this.#random.pick(channels) : undefined;
    const title = this.#title;
    const document = { kind: 'markdown', title, content: word, idempotencyKey: title, channelId: home?.id };
    const { artifact } = await this.#as(by).done('POST /artifacts', document);
    this.#add({ type: 'artifact', id: artifact.id, isTrashed: false, by, home, links: new Set() });
  }

  async #makeFile(): Promise<void> {
    if (this.#isFull('file')) return;
    const by = this.#writer();
    const { file } = await this.#as(by).done('POST /files', form(['file', textFile(word), `${this.#title}.txt`]));
    this.#add({ type: 'file', id: file.id, isTrashed: false, by, links: new Set() });
  }

  async #makeSession(): Promise<void> {
    if (this.#isFull('session')) return;
    const by = this.#writer();
    const { session } = await this.#as(by).done('POST /sessions', { title: this.#title });
    this.#add({ type: 'session', id: session.id, isTrashed: false, by, links: new Set() });
  }

  async #makeDataSet(): Promise<void> {
    const channels = this.#there('channel');
    if (this.#isFull('data_set') || channels.length === 0) return;
    const home = this.#random.pick(channels);
    const by = this.#writer();
    const self = this.#there('data_set');
    const target = self.length > 0 ? this.#random.pick(self) : undefined;
    const fields = [
      ...(['artifact', 'file', 'session'] as const).map((type) => ({ key: type, type })),
      ...(target && this.model.sees(by, target)
        ? [{ key: 'record', type: 'record', options: { objectTypeId: target.id } }]
        : []),
    ];
    const { dataSet } = await this.#as(by).done(`POST /channels/${home.id}/data-sets`, { name: this.#title, fields });
    this.#targets.set(dataSet.objectTypeId, target);
    this.#add({ type: 'data_set', id: dataSet.objectTypeId, isTrashed: false, by, home });
  }

  /** The Data Set to which the record field of another leads. */
  readonly #targets = new Map<string, DataSet | undefined>();

  async #makeRecord(): Promise<void> {
    const dataSets = this.#there('data_set');
    if (this.#isFull('record') || dataSets.length === 0) return;
    const home = this.#random.pick(dataSets);
    const create = { objectTypeId: home.id, title: this.#title };
    const { record } = await this.#as(this.#writer()).done(`POST /channels/${home.home.id}/records`, create);
    this.#add({ type: 'record', id: record.id, isTrashed: false, home, references: new Map() });
  }

  async #makeView(): Promise<void> {
    const dataSets = this.#there('data_set');
    if (this.#isFull('view') || dataSets.length === 0) return;
    const home = this.#random.pick(dataSets);
    const definition = { name: this.#title, objectTypeId: home.id, renderer: 'table' };
    const { view } = await this.#as(this.#writer()).done(`POST /channels/${home.home.id}/views`, definition);
    this.model.things.set(view.id, { type: 'view', id: view.id, isTrashed: false, home });
  }

  async #makePost(): Promise<void> {
    const channels = this.#there('channel');
    if (this.model.posts.length >= 20 || channels.length === 0) return;
    const home = this.#random.pick(channels);
    const by = this.#writer();
    const views = this.#there('view').filter((view) => this.model.sees(by, view));
    const mentions = views.length > 0 ? this.#random.pick(views) : undefined;
    const body = { body: this.#title, mentionedViewIds: mentions ? [mentions.id] : [] };
    const { post } = await this.#as(by).done(`POST /channels/${home.id}/posts`, body);
    this.model.posts.push({ type: 'post', id: post.id, home, mentions });
  }

  /** Attaches something to a channel, or a file to a record. */
  async #link(): Promise<void> {
    const things = [...this.#there('artifact'), ...this.#there('file'), ...this.#there('session')];
    const channels = this.#there('channel');
    if (things.length === 0 || channels.length === 0) return;
    const thing = this.#random.pick(things);
    const records = this.#there('record');
    const isToRecord = thing.type === 'file' && records.length > 0 && this.#random.onceIn(2);
    const target = isToRecord ? this.#random.pick(records) : this.#random.pick(channels);
    if (thing.type === 'session') {
      await this.#as(thing.by).done(`POST /sessions/${thing.id}/channels`, { channelId: target.id });
      thing.links.add(target as Channel);
      return;
    }
    const link = { targetType: target.type, targetId: target.id };
    await this.#as(thing.by).done(`POST /${thing.type}s/${thing.id}/links`, link);
    (thing.links as Set<Channel | Item>).add(target);
  }

  /** Makes a field of a record point to something, or to nothing. */
  async #refer(): Promise<void> {
    const records = this.#there('record');
    if (records.length === 0) return;
    const record = this.#random.pick(records);
    const by = this.#writer();
    const target = this.#targets.get(record.home.id);
    const key = this.#random.pick(['artifact', 'file', 'session', 'record'] as const);
    if (key === 'record' && !target) return;
    const candidates = this.#there(key).filter(
      (one) => this.model.sees(by, one) && (one.type !== 'record' || one.home === target),
    );
    const chosen = candidates.length > 0 && !this.#random.onceIn(6) ? this.#random.pick(candidates) : undefined;
    const values = { [key]: chosen?.id ?? null };
    const { status, body } = await this.#as(by).call(`PATCH /channels/${record.home.home.id}/records/${record.id}`, {
      values,
    });
    if (status >= 300) {
      // A field leads to a Data Set that its maker did not see.
      if (key === 'record') return;
      throw new Error(JSON.stringify(body));
    }
    if (chosen) record.references.set(key, chosen);
    else record.references.delete(key);
  }
}
