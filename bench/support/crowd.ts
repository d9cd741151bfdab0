import SQLite, { type Database } from 'better-sqlite3';
import { newId } from '../../src/store/ids.ts';
import { addFunctions } from '../../src/store/sqlite/functions.ts';

const at = '2026-01-01T00:00:00.000Z';
/** An ID for each number; those of a product never begin so late. */
const numbered = (prefix: string) => `'${prefix}_7' || printf('%025d', n)`;

type Values = Readonly<Record<string, string | number>>;

/** Rows past the product, as many as it would take hours to ask for. */
class Crowd {
  readonly #database: Database;
  readonly #first: number;

  /** `first`: no other crowd has its numbers. */
  constructor(databasePath: string, first: number) {
    this.#first = first;
    this.#database = new SQLite(databasePath);
    addFunctions(this.#database);
    this.#database.pragma('cache_size = -262144');
  }

  inOneGo(add: () => void): void {
    this.#database.transaction(add)();
    this.#database.close();
  }

  one(table: string, row: Values): void {
    const columns = Object.keys(row);
    this.#database
      .prepare(`insert into ${table} (${columns.join()}) values (${columns.map((name) => `@${name}`).join()})`)
      .run(row);
  }

  /** `expressions` has an SQL expression of the number `n` for each column, `values` one value for all rows. */
  many(count: number, table: string, expressions: Readonly<Record<string, string>>, values: Values = {}): void {
    const columns = [...Object.keys(expressions), ...Object.keys(values)];
    const selected = [...Object.values(expressions), ...Object.keys(values).map((name) => `@${name}`)];
    this.#database
      .prepare(
        `with recursive number(n) as (select ${this.#first} union all select n + 1 from number where n < ${this.#first + count - 1})
         insert into ${table} (${columns.join()}) select ${selected.join()} from number`,
      )
      .run(values);
  }

  home(ownerId: string): number {
    return this.#database
      .prepare('insert into homes (owner_id) values (?) returning number')
      .pluck()
      .get(ownerId) as number;
  }

  user(organizationId: string): string {
    const id = newId('usr');
    this.one('users', { id, organization_id: organizationId, name: 'Somebody', role: 'member', created_at: at });
    return id;
  }

  /** Artifacts in a channel, each with one passage. */
  artifacts(
    count: number,
    place: Values & { readonly channel_id: string },
    by: string,
    home: number,
    body: string,
  ): void {
    const [id, version] = [numbered('art'), numbered('artv')];
    const made = { created_at: at, created_by: by };
    this.many(
      count,
      'artifacts',
      { id, current_version_id: version },
      { ...place, ...made, kind: 'markdown', updated_at: at },
    );
    this.many(
      count,
      'artifact_versions',
      { id: version, artifact_id: id, content: "x''", title: "'Plan ' || n" },
      { ...made, number: 1, size: 0, sha256: '0'.repeat(64), interface: 'api' },
    );
    this.passages(count, 'artifact', id, version, home, body);
  }

  passages(count: number, type: string, id: string, version: string, home: number, body: string): void {
    const text = { title: "'Plan ' || n", body: `'${body} ' || n` };
    this.many(count, 'passages', { resource_id: id, version_id: version, ...text }, { resource_type: type, home });
  }
}

/** An organisation of its own in which one word is there so often, in texts of a passage each. */
export function addStrangers(databasePath: string, occurrences: number): void {
  const crowd = new Crowd(databasePath, 1_000_000);
  crowd.inOneGo(() => {
    const organization = { organization_id: newId('org') };
    const { organization_id: id } = organization;
    crowd.one('organizations', { id, name: 'Strangers', max_upload_bytes: 1, time_zone: 'UTC', created_at: at });
    const user = crowd.user(id);
    const channel = newId('ch');
    crowd.one('channels', {
      id: channel,
      ...channelRow(organization, user, 'organization'),
      slug: 'theirs',
      name: 'Theirs',
    });
    const each = 120;
    const body = `${'common '.repeat(each)}${'harbour crane '.repeat(each / 5)}`;
    const place = { ...organization, channel_id: channel };
    crowd.artifacts(occurrences / each, place, user, crowd.home(id), body);
  });
}

const channelRow = (organization: Values, by: string, visibility: 'organization' | 'private') => ({
  ...organization,
  description: '',
  visibility,
  is_apart: visibility === 'private' ? 1 : 0,
  open_writing: 1,
  created_at: at,
  created_by: by,
  updated_at: at,
  updated_by: by,
});

/**
 * Adds channels, artifacts, files, posts and sessions of a user who shares none. `count` is the sum over the five
 * kinds.
 */
export function addHidden(databasePath: string, organizationId: string, count: number): void {
  const crowd = new Crowd(databasePath, 1);
  crowd.inOneGo(() => {
    const each = count / 5;
    const organization = { organization_id: organizationId };
    const user = crowd.user(organizationId);
    const made = { created_at: at, created_by: user };
    const id = numbered('ch');
    const named = { slug: "'hidden-' || n", name: "'Hidden ' || n" };
    crowd.many(each, 'channels', { id, ...named }, channelRow(organization, user, 'private'));
    crowd.many(each, 'channel_members', { channel_id: id }, { user_id: user, role: 'manager', created_at: at });
    const channel = { channel_id: `ch_7${'1'.padStart(25, '0')}` };
    const home = crowd.home(channel.channel_id);
    const body = 'common harbour crane';
    crowd.artifacts(each, { ...organization, ...channel }, user, home, body);
    const file = numbered('file');
    crowd.many(
      each,
      'files',
      { id: file, text_version_id: file, file_name: "'Plan ' || n" },
      { ...organization, ...made, home, content_type: 'text/plain', size: 0, sha256: '0'.repeat(64) },
    );
    crowd.many(
      each,
      'links',
      { resource_id: file },
      {
        ...made,
        resource_type: 'file',
        resource_at: at,
        target_type: 'channel',
        target_id: channel.channel_id,
        audience_id: channel.channel_id,
      },
    );
    crowd.passages(each, 'file', file, file, home, body);
    const post = numbered('post');
    const said = { ...organization, ...channel, author_id: user, body, mentions: '{}', interface: 'api' };
    crowd.many(each, 'posts', { id: post }, { ...said, version: 1, created_at: at, updated_at: at });
    crowd.passages(each, 'post', post, "'1'", home, body);
    const session = numbered('ses');
    const owned = { ...organization, owner_id: user, created_at: at, updated_at: at };
    crowd.many(each, 'sessions', { id: session, title: "'Plan ' || n" }, owned);
    crowd.passages(each, 'session', session, session, crowd.home(user), body);
  });
}
