import type { ColumnType } from 'kysely';

/** Who may sign in, through which applications and issuers, and where their activity is sent. */
export interface AccountTables {
  /** Only users who may sign in with a password have a row. */
  passwords: { user_id: string; hash: string; changed_at: string };
  /** Invitations by a link. The secret of a link is stored as a digest. */
  invitations: {
    id: string;
    organization_id: string;
    /** The address that the account will have. */
    email: string;
    name: string | null;
    role: 'admin' | 'member';
    secret_digest: string;
    created_at: string;
    created_by: string;
    expires_at: string;
    used_at: string | null;
    /** The account that it became. */
    user_id: string | null;
    revoked_at: string | null;
    /** The channel whose member the account becomes. */
    channel_id: string | null;
  };
  /** Recent failed sign-ins, by a digest of the account or the network. */
  sign_in_failures: { subject: string; failures: number; at: string };
  /** OAuth clients. `redirect_uris` is a JSON array; `scope` is separated by blanks. */
  clients: {
    id: string;
    name: string;
    redirect_uris: string;
    scope: string;
    registered_by: 'operator' | 'client';
    created_at: string;
    /** A digest of the network that a client registered itself from; null once a user has granted it access. */
    registered_from: string | null;
  };
  /** Issuers that may vouch for users of an organization. Each has a JWK Set or its address. */
  issuers: {
    id: string;
    url: string;
    organization_id: string;
    scope: string;
    jwks: string | null;
    jwks_url: string | null;
    created_at: string;
  };
  /** The user of an issuer's subject. Kept when the issuer is removed, so that users are recognized if it returns. */
  issuer_subjects: { organization_id: string; issuer_url: string; subject: string; user_id: string };
  /** Subject tokens are single-use. `expires_at` is when the token expires anyway, in seconds since 1970. */
  used_subject_tokens: { issuer_url: string; token_id: string; expires_at: number };
  /** Scopes that a person has granted a client permanently. */
  consents: { user_id: string; client_id: string; scope: string; given_at: string };
  /**
   * Short-lived state of the authorization server: sign-ins, interactions, grants, codes and refresh tokens. Secret
   * ones are stored under a digest. Times are seconds since 1970.
   */
  authorizations: {
    kind: string;
    id: string;
    payload: string;
    client_id: string | null;
    grant_id: string | null;
    session_uid: string | null;
    consumed_at: number | null;
    expires_at: number;
    /** Set for interactions: the signed-in account, else a digest of the opener's network. */
    opened_by: string | null;
  };
  /** Receivers of the activity that a person may see. They end with all sign-ins of the person. */
  webhooks: {
    id: string;
    organization_id: string;
    user_id: string;
    url: string;
    channel_id: string | null;
    /** A JSON array; null for all types. */
    types: string | null;
    /** Signs the deliveries. */
    secret: string;
    /** A place in the activity. The changes behind it are not delivered yet. */
    cursor: string;
    /** Seconds since 1970. */
    since: number;
    delivered_at: WithDefault<string | null>;
    tried_at: WithDefault<string | null>;
    problem: WithDefault<string | null>;
    /** Deliveries that have failed in a row, and since when, in milliseconds since 1970. */
    failures: WithDefault<number>;
    failing_since: WithDefault<number | null>;
    /** Milliseconds since 1970. */
    next_try_at: WithDefault<number>;
    stopped_at: WithDefault<string | null>;
    /** The process that delivers, and until when it is thought to live; milliseconds since 1970. */
    claim: WithDefault<string | null>;
    claimed_until: WithDefault<number>;
  };
}

/** A column with a default, which is set by an update. */
type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>;
