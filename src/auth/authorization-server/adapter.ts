import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { limits } from '../../../schemas/limits.ts';
import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { type RemoveSome, removingAll } from '../../store/stretches.ts';
import { forgetExpiredAuthorizations, issued } from '../forgetting.ts';
import { networkAsking } from './asking.ts';

/** Kinds whose ID is a secret. It is stored as a digest, so that a stolen backup opens nothing. */
const secretKinds = new Set(['Session', 'AuthorizationCode', 'RefreshToken']);

const now = () => Math.floor(Date.now() / 1_000);

/** Storage of oidc-provider: one row of `authorizations` per object, whatever its kind. */
export class DatabaseAdapter implements Adapter {
  readonly #database: Database;
  readonly #kind: string;

  constructor(database: Database, kind: string) {
    this.#database = database;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (this.#kind === 'Session' && payload.accountId === undefined) return; // Nobody is signed in.
    const row = {
      payload: JSON.stringify(withoutSecrets(payload)),
      client_id: payload.clientId ?? null,
      grant_id: payload.grantId ?? null,
      session_uid: this.#kind === 'Session' ? (payload.uid ?? null) : null,
      expires_at: now() + expiresIn,
    };
    const opened_by = this.#kind === 'Interaction' ? openerOf(payload) : null;
    await this.#database.write('service', async (tx) => {
      await forgetExpiredAuthorizations(tx);
      await tx
        .insertInto('authorizations')
        .values({ kind: this.#kind, id: this.#key(id), opened_by, ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
        .execute();
      if (opened_by !== null) await makeRoom(tx);
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

  /**
   * Marks a code or token as used; only one of several parallel uses succeeds. A second use revokes every token of its
   * grant and throws `InvalidGrant`.
   */
  async consume(id: string): Promise<void> {
    const replay = await this.#database.write('service', async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('authorizations')
        .set({ consumed_at: now() })
        .where('kind', '=', this.#kind)
        .where('id', '=', this.#key(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? undefined : { grantId: await this.#endGrantOf(tx, id) };
    });
    if (!replay) return;
    if (replay.grantId) await this.#database.writeInStretches('service', removingAll(issuedFor(replay.grantId)));
    throw new errors.InvalidGrant('it was used before');
  }

  async destroy(id: string): Promise<void> {
    await this.#database.write('service', (tx) =>
      tx.deleteFrom('authorizations').where('kind', '=', this.#kind).where('id', '=', this.#key(id)).execute(),
    );
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.writeInStretches('service', removingAll(issuedFor(grantId, this.#kind)));
  }

  /** Deletes the grant of a code or token; codes and tokens are invalid without it. */
  async #endGrantOf(tx: Db, id: string): Promise<string | undefined> {
    const grantId = (await this.#named(tx, id).executeTakeFirst())?.grant_id;
    if (!grantId) return undefined;
    await tx.deleteFrom('authorizations').where('kind', '=', 'Grant').where('id', '=', grantId).execute();
    return grantId;
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

/** Removes the object's own ID, and that of the sign-in of an interaction. */
function withoutSecrets({ jti: _jti, session, ...payload }: AdapterPayload): AdapterPayload {
  return session === undefined ? payload : { ...payload, session: { ...session, cookie: '' } };
}

/** Removes the codes and tokens of a grant: all, or one kind. */
const issuedFor =
  (grantId: string, kind?: string): RemoveSome =>
  async (tx) => {
    const { numDeletedRows } = await issued(tx, grantId, kind).executeTakeFirst();
    return Number(numDeletedRows);
  };

/** The signed-in account, else the requesting network. Null outside a request, where an interaction is only updated. */
const openerOf = ({ session }: AdapterPayload): string | null => session?.accountId ?? networkAsking() ?? null;

/** Deletes an interaction beyond the limit: the oldest of the opener with the most. Other openers lose nothing. */
async function makeRoom(tx: Db): Promise<void> {
  const { open } = await tx
    .selectFrom('authorizations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('opened_by', 'is not', null)
    .executeTakeFirstOrThrow();
  if (open > limits.openAuthorizations) await oldestOfFullest(tx).execute();
}

/** Deletes the oldest interaction of the opener with the most. */
export const oldestOfFullest = (tx: Db) =>
  tx
    .deleteFrom('authorizations')
    .where('kind', '=', 'Interaction')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('authorizations')
        .select('id')
        .where('opened_by', '=', (of) =>
          of
            .selectFrom('authorizations')
            .select('opened_by')
            .where('opened_by', 'is not', null)
            .groupBy('opened_by')
            .orderBy(({ fn }) => fn.countAll(), 'desc')
            .limit(1),
        )
        .orderBy('expires_at')
        .limit(1),
    );

const payloadOf = (row: { readonly payload: string; readonly consumed_at: number | null }): AdapterPayload => ({
  ...(JSON.parse(row.payload) as AdapterPayload),
  ...(row.consumed_at === null ? undefined : { consumed: row.consumed_at }),
});
