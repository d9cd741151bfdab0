import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database, Db } from '../../store/database.ts';

/** Whose ID is what the bearer shows: it is stored as a digest, so that a stolen backup opens nothing. */
const secretKinds = new Set(['Session', 'AuthorizationCode', 'RefreshToken']);

const now = () => Math.floor(Date.now() / 1_000);

/** Where oidc-provider keeps what it must remember: one row of `authorizations` for each thing, whatever its kind. */
export class DatabaseAdapter implements Adapter {
  readonly #database: Database;
  readonly #kind: string;

  constructor(database: Database, kind: string) {
    this.#database = database;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const row = {
      payload: JSON.stringify(withoutSecrets(payload)),
      client_id: payload.clientId ?? null,
      grant_id: payload.grantId ?? null,
      session_uid: this.#kind === 'Session' ? (payload.uid ?? null) : null,
      expires_at: now() + expiresIn,
    };
    await this.#database.write('service', async (tx) => {
      await forgetExpired(tx);
      await tx
        .insertInto('authorizations')
        .values({ kind: this.#kind, id: this.#key(id), ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
        .execute();
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#database.read((db) => this.#named(db, id).executeTakeFirst());
    return row && { ...payloadOf(row), jti: id };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#database.read((db) => this.#all(db).where('session_uid', '=', uid).executeTakeFirst());
    return row && payloadOf(row);
  }

  async findByUserCode(): Promise<undefined> {}

  /** Of several that use a code or token at once, one may; for the others, as for anyone later, it is a replay. */
  async consume(id: string): Promise<void> {
    const isFirst = await this.#database.write('service', async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('authorizations')
        .set({ consumed_at: now() })
        .where('kind', '=', this.#kind)
        .where('id', '=', this.#key(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) await this.#endGrantOf(tx, id);
      return numUpdatedRows > 0n;
    });
    if (!isFirst) throw new errors.InvalidGrant('it was used before');
  }

  async destroy(id: string): Promise<void> {
    await this.#database.write('service', (tx) =>
      tx.deleteFrom('authorizations').where('kind', '=', this.#kind).where('id', '=', this.#key(id)).execute(),
    );
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.write('service', (tx) =>
      tx.deleteFrom('authorizations').where('grant_id', '=', grantId).where('kind', '=', this.#kind).execute(),
    );
  }

  async #endGrantOf(tx: Db, id: string): Promise<void> {
    const grantId = (await this.#named(tx, id).executeTakeFirst())?.grant_id;
    if (grantId) await endGrant(tx, grantId);
  }

  #key(id: string): string {
    return secretKinds.has(this.#kind) ? createHash('sha256').update(id).digest('base64url') : id;
  }

  #all(db: Db) {
    return db
      .selectFrom('authorizations')
      .select(['payload', 'grant_id', 'consumed_at'])
      .where('kind', '=', this.#kind)
      .where('expires_at', '>', now());
  }

  #named(db: Db, id: string) {
    return this.#all(db).where('id', '=', this.#key(id));
  }
}

/** Without its own ID, and without that of the sign-in that an interaction was opened in. */
function withoutSecrets({ jti: _jti, session, ...payload }: AdapterPayload): AdapterPayload {
  return session === undefined ? payload : { ...payload, session: { ...session, cookie: '' } };
}

/** What was allowed, and all that was issued for it. */
async function endGrant(tx: Db, grantId: string): Promise<void> {
  await tx.deleteFrom('authorizations').where('grant_id', '=', grantId).execute();
  await tx.deleteFrom('authorizations').where('kind', '=', 'Grant').where('id', '=', grantId).execute();
}

async function forgetExpired(tx: Db): Promise<void> {
  await tx.deleteFrom('authorizations').where('expires_at', '<=', now()).execute();
}

const payloadOf = (row: { readonly payload: string; readonly consumed_at: number | null }): AdapterPayload => ({
  ...(JSON.parse(row.payload) as AdapterPayload),
  ...(row.consumed_at === null ? undefined : { consumed: row.consumed_at }),
});
