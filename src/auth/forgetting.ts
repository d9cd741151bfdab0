import { type SelectQueryBuilder, sql } from 'kysely';
import { dayMs } from '../../schemas/durations.ts';
import { limits } from '../../schemas/limits.ts';
import type { Db, Tables } from '../store/tables.ts';
import type { RemoveSome } from '../store/stretches.ts';

const secondsNow = () => Math.floor(Date.now() / 1_000);
const timeAt = (milliseconds: number) => new Date(milliseconds).toISOString();

type Authorizations = SelectQueryBuilder<Tables, 'authorizations', { kind: string; id: string }>;

/** Deletes some of what the authorization server keeps. */
const some = (tx: Db, among: (rows: Authorizations) => Authorizations) =>
  tx.deleteFrom('authorizations').where(({ eb, refTuple, selectFrom }) =>
    eb(
      refTuple('kind', 'id'),
      'in',
      among(selectFrom('authorizations').select(['kind', 'id']))
        .limit(limits.rowsRemovedAtOnce)
        .$asTuple('kind', 'id'),
    ),
  );

/** Expired sign-ins, interactions, grants, codes and refresh tokens. */
const expiredAuthorizations = (tx: Db) => some(tx, (rows) => rows.where('expires_at', '<=', secondsNow()));

/** Some of the codes and tokens of a grant. */
export const issued = (tx: Db, grantId: string, kind?: string) =>
  some(tx, (rows) => {
    const found = rows.where('grant_id', '=', grantId);
    return kind === undefined ? found : found.where('kind', '=', kind);
  });

/** Some of the sign-ins, grants, codes and tokens of a person. */
export const authorizationsOf = (tx: Db, userId: string) =>
  some(tx, (rows) => rows.where(sql`payload ->> 'accountId'`, '=', userId));

/** Some of those of a client. */
export const authorizationsFor = (tx: Db, clientId: string) =>
  some(tx, (rows) => rows.where('client_id', '=', clientId));

/** Failed sign-ins older than a day, or a day in the future after the clock was set back. */
const oldFailures = (tx: Db) =>
  tx.deleteFrom('sign_in_failures').where('subject', 'in', ({ selectFrom }) =>
    selectFrom('sign_in_failures')
      .select('subject')
      .where(({ eb, or }) => or([eb('at', '<', timeAt(Date.now() - dayMs)), eb('at', '>', timeAt(Date.now() + dayMs))]))
      .limit(limits.rowsRemovedAtOnce),
  );

/** Used subject tokens that have expired anyway. */
const expiredSubjectTokens = (tx: Db) =>
  tx
    .deleteFrom('used_subject_tokens')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('issuer_url', 'token_id'),
        'in',
        selectFrom('used_subject_tokens')
          .select(['issuer_url', 'token_id'])
          .where('expires_at', '<', secondsNow())
          .limit(limits.rowsRemovedAtOnce)
          .$asTuple('issuer_url', 'token_id'),
      ),
    );

/** Self-registered clients that nobody has granted access. */
const unusedClients = (tx: Db) =>
  tx.deleteFrom('clients').where('id', 'in', ({ selectFrom }) =>
    selectFrom('clients')
      .select('id')
      .where('registered_from', 'is not', null)
      .where('created_at', '<', timeAt(Date.now() - limits.unusedClientSeconds * 1_000))
      .limit(limits.rowsRemovedAtOnce),
  );

/** Invitations that ended a month ago, whether they were used or not. */
const endedInvitations = (tx: Db) =>
  tx.deleteFrom('invitations').where('id', 'in', ({ selectFrom }) =>
    selectFrom('invitations')
      .select('id')
      .where('expires_at', '<', timeAt(Date.now() - 30 * dayMs))
      .limit(limits.rowsRemovedAtOnce),
  );

/** Statements that delete expired rows; each deletes at most `limits.rowsRemovedAtOnce`. */
export const outdated = [
  expiredAuthorizations,
  oldFailures,
  expiredSubjectTokens,
  unusedClients,
  endedInvitations,
] as const;

export const removalOf =
  (rows: (typeof outdated)[number]): RemoveSome =>
  async (tx) =>
    Number((await rows(tx).executeTakeFirst()).numDeletedRows);

export const forgetExpiredAuthorizations = removalOf(expiredAuthorizations);
export const forgetOldFailures = removalOf(oldFailures);
export const forgetExpiredSubjectTokens = removalOf(expiredSubjectTokens);
export const forgetUnusedClients = removalOf(unusedClients);

export const forgetOutdated: readonly RemoveSome[] = outdated.map(removalOf);
