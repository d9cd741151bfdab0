import type { ColumnType, Kysely } from 'kysely';
import type { ClientApp, InterfaceType } from '../../schemas/common.ts';
import type { SubjectType } from '../../schemas/discussions.ts';
import type { DocumentFormat, FileText, NoTextReason } from '../../schemas/files.ts';
import type { Reaction } from '../../schemas/posts.ts';
import type { QueryStatus } from '../../schemas/queries.ts';

/** Times are RFC 3339 UTC texts with milliseconds, so that they sort as they read; truth values are 0 and 1. */
type Flag = 0 | 1;

export interface Tables {
  installation: { id: string; cursor_secret: string; created_at: string };
  organizations: {
    id: string;
    name: string;
    max_upload_bytes: number;
    /** IANA name; calendar days of queries are those of this zone. */
    time_zone: string;
    created_at: string;
  };
  users: {
    id: string;
    organization_id: string;
    name: string;
    /** In lower case (`foldedEmail`). */
    email: string | null;
    role: 'admin' | 'member';
    created_at: string;
    /** Whoever was removed stays the author of what they wrote, and is no caller. */
    removed_at: ColumnType<string | null, string | null | undefined, string>;
    /** Tokens that were issued before are ended; in whole seconds since 1970, as their `iat` is. */
    tokens_valid_from: ColumnType<number, number | undefined, number>;
  };
  /** Of those users who may sign in with one. */
  passwords: { user_id: string; hash: string; changed_at: string };
  /** How often a wrong password was given of late, by a digest of the account or the network. */
  sign_in_failures: { subject: string; failures: number; at: string };
  /** Applications that people may let in; `redirect_uris` is a JSON array, `scope` is separated by blanks. */
  clients: {
    id: string;
    name: string;
    redirect_uris: string;
    scope: string;
    registered_by: 'operator' | 'client';
    created_at: string;
    /** Of one that registered itself, until somebody lets it in: a digest of the network that this came from. */
    registered_from: string | null;
  };
  /** Who may vouch for users of an organisation, and their public keys: a JWK Set, or the address of one. */
  issuers: {
    id: string;
    url: string;
    organization_id: string;
    scope: string;
    jwks: string | null;
    jwks_url: string | null;
    created_at: string;
  };
  /** Whom an issuer means; kept when it is removed, so that everybody is themselves again when it comes back. */
  issuer_subjects: { organization_id: string; issuer_url: string; subject: string; user_id: string };
  /** Each token is for one use; `expires_at` is when it could not be used anyway, in seconds since 1970. */
  used_subject_tokens: { issuer_url: string; token_id: string; expires_at: number };
  /** What a person has allowed a client for good. */
  consents: { user_id: string; client_id: string; scope: string; given_at: string };
  /**
   * What the authorization server keeps for a while: sign-ins, interactions, grants, codes and refresh tokens, the secret ones
   * under a digest. Times are seconds since 1970.
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
    /** Of an interaction: the account that is signed in, else a digest of the network that it was opened from. */
    opened_by: string | null;
  };
  channels: {
    id: string;
    organization_id: string;
    slug: string;
    name: string;
    description: string;
    visibility: 'organization' | 'private';
    /** Whether it was private ever: then texts in it have it for their home, and not the organisation. */
    is_apart: ColumnType<Flag, Flag | undefined, Flag>;
    open_writing: Flag;
    created_at: string;
    created_by: string;
    updated_at: string;
    updated_by: string;
  };
  channel_members: { channel_id: string; user_id: string; role: 'manager' | 'writer' | 'reader'; created_at: string };
  files: {
    id: string;
    organization_id: string;
    file_name: string;
    content_type: string;
    size: number;
    sha256: string;
    /** Of its text, for good. */
    home: number;
    created_at: string;
    created_by: string;
    /** Here and below: null where it came before this was noted, or from nobody's request. */
    interface: InterfaceType | null;
  };
  /**
   * Of each document the text that was drawn from it, a blob, or why there is none. While it is pending, a process that has
   * claimed it works on it until `claimed_until`, in milliseconds since 1970.
   */
  file_texts: {
    file_id: string;
    owner_id: string;
    format: DocumentFormat;
    status: FileText['status'];
    attempts: number;
    claimed_until: number;
    reason: NoTextReason | null;
    sha256: string | null;
    size: number | null;
    is_cut: Flag;
  };
  artifacts: {
    id: string;
    organization_id: string;
    channel_id: string | null;
    kind: 'markdown' | 'csv';
    current_version_id: string;
    created_at: string;
    created_by: string;
    updated_at: string;
  };
  artifact_versions: {
    id: string;
    artifact_id: string;
    number: number;
    title: string;
    content: Bytes;
    size: number;
    sha256: string;
    interface: InterfaceType;
    client_app: ClientApp | null;
    created_at: string;
    created_by: string;
  };
  links: {
    resource_type: LinkedType;
    resource_id: string;
    target_type: 'channel' | 'session' | 'record';
    target_id: string;
    /** The channel or person that reads what is attached there, of an artifact none: a link to it grants nothing. */
    audience_id: ColumnType<string | null, string | null | undefined, never>;
    /** When a file was made that is attached; of others none. */
    resource_at: ColumnType<string | null, string | null | undefined, never>;
    /** Whether the text has another home than those that all of the audience look through. */
    is_astray: ColumnType<Flag, Flag | undefined, never>;
    created_at: string;
    created_by: string;
  };
  sessions: {
    id: string;
    organization_id: string;
    owner_id: string;
    channel_id: string | null;
    title: string;
    created_at: string;
    updated_at: string;
    interface: InterfaceType | null;
    message_count: ColumnType<number, number | undefined, number>;
  };
  messages: {
    id: string;
    session_id: string;
    role: 'user' | 'assistant';
    body: string;
    /** Of an assistant's message: where the answer comes from, as JSON. */
    sources: ColumnType<string | null, string | null | undefined, never>;
    created_at: string;
    interface: InterfaceType | null;
  };
  /** Questions in prose. Typed queries are answered at once, and not kept. */
  queries: {
    id: string;
    organization_id: string;
    /** Who asked. */
    user_id: string;
    session_id: string;
    /** The question, and once it is completed its answer. */
    message_id: string;
    answer_message_id: string | null;
    channel_id: string | null;
    view_id: string | null;
    interface: InterfaceType;
    status: QueryStatus;
    /** How often it was begun, other than by a process that gave it back. */
    attempts: number;
    /** Of the one who is at work on it: nobody else may end it. While it is renewed in time, nobody else begins it. */
    claim: string | null;
    /** In milliseconds since 1970, as `claimed_at`: when it was begun last. */
    claimed_until: number | null;
    claimed_at: number | null;
    /** `Answer`, and what went wrong, as JSON. */
    answer: string | null;
    error: string | null;
    created_at: string;
    /** When it came to a terminal status; null while it is open. */
    completed_at: string | null;
  };
  /** A deleted post keeps its row, and is seen by nobody. */
  posts: {
    id: string;
    organization_id: string;
    channel_id: string;
    author_id: string;
    body: string;
    /** The four mention arrays, as JSON. */
    mentions: string;
    /** Counts the edits, so that what is found of it is its current text. */
    version: number;
    interface: InterfaceType;
    client_app: ClientApp | null;
    created_at: string;
    /** When it was edited last, or made. */
    updated_at: string;
    deleted_at: string | null;
  };
  /** What is said of a root in a channel. The same artifact, file or session has a discussion of its own in each channel. */
  discussions: { channel_id: string; root_id: string; root_type: SubjectType; comment_count: number };
  comments: {
    id: string;
    channel_id: string;
    root_id: string;
    author_id: string;
    body: string;
    mentions: string;
    interface: InterfaceType;
    client_app: ClientApp | null;
    created_at: string;
    edited_at: string | null;
    deleted_at: string | null;
  };
  /** To a root in a channel, or to a comment there. */
  reactions: { channel_id: string; subject_id: string; reaction: Reaction; user_id: string; created_at: string };
  /** What a channel's feed shows, in the order in which it happened; written in the transaction of the change. */
  feed_items: {
    channel_id: string;
    at: string;
    id: string;
    type: SubjectType;
    subject_id: string;
    /** Of an artifact, which version it is about. */
    version_id: string | null;
    actor_id: string;
  };
  /** Versions that are not yet in the feeds of all channels that their artifact is attached to; up to `shown_to` they are. */
  unshown_versions: { version_id: string; shown_to: string };
  feedback: {
    id: string;
    organization_id: string;
    user_id: string;
    description: string;
    query_id: string | null;
    interface: InterfaceType;
    created_at: string;
  };
  audit_events: {
    id: string;
    organization_id: string;
    at: string;
    user_id: string;
    action: string;
    resource_id: string;
    subject_id: string | null;
    interface: InterfaceType;
    client_app: ClientApp | null;
  };
  idempotency_keys: {
    organization_id: string;
    user_id: string;
    operation: string;
    key: string;
    /** Of the request as it was sent, and behind a space as it was understood where that differs. */
    request_sha256: string;
    answer: string;
    created_at: string;
  };
  /** Stretches of text as the full-text index sees them; those of a version that is no longer current are invisible. */
  passages: {
    id: ColumnType<number, number | undefined, never>;
    resource_type: IndexedType;
    resource_id: string;
    version_id: string;
    home: ColumnType<number, number | undefined, number>;
    title: string;
    body: string;
  };
  /** Whose texts are looked through together: those of a channel, a person or an organisation. */
  homes: { number: ColumnType<number, undefined, never>; owner_id: string };
  /** The catalogue of Data Sets. The records of each are in a table of its own, `data_<number>` (data-tables.ts). */
  data_sets: {
    number: ColumnType<number, number | undefined, never>;
    id: string;
    organization_id: string;
    channel_id: string;
    object_type: string;
    name: string;
    description: string;
    record_count: number;
    /** No text that a record was ever given has more characters (UTF-16), lists as they are stored included. */
    longest_text: ColumnType<number, number | undefined, number>;
    /** Counts the changes of its fields, so that they are read anew only after one. */
    revision: ColumnType<number, number | undefined, number>;
    /** Backed by a connected source: only reference fields may be set here. */
    read_only: Flag;
    created_at: string;
    created_by: string;
    updated_at: string;
    updated_by: string;
  };
  /** In the order of their numbers; the values are in the column `f<number>`. */
  data_set_fields: {
    data_set: number;
    number: number;
    key: string;
    label: string;
    type: string;
    required: Flag;
    multiple: Flag;
    /** Whether a connected source fills it. */
    from_source: Flag;
    options: string | null;
  };
  /** Which Data Set a record is in. */
  records: {
    id: string;
    data_set: number;
    /** Of the last change. */
    interface: InterfaceType | null;
  };
  /**
   * Rows that somebody adds to a Data Set in several transactions, and that nobody sees before the last. The Data Set may itself
   * not be in the catalogue before then. Whoever adds them renews the claim, which ends in milliseconds since 1970.
   */
  pending_rows: {
    data_set: number;
    claim: string;
    claimed_until: number;
    /** Those between, both included, are theirs and nobody else's. */
    first_id: string;
    last_id: string;
    /** Of each of them. */
    created_at: number;
    /** How many there are to be. */
    row_count: number;
  };
  /** Which Data Set a deleted record was in, so that deleting it again is harmless. */
  deleted_records: { id: string; data_set: number };
  views: {
    id: string;
    channel_id: string;
    data_set: number;
    slug: string;
    current_version_id: string;
    created_at: string;
    created_by: string;
  };
  view_versions: {
    id: string;
    view_id: string;
    number: number;
    name: string;
    renderer: string;
    definition: string;
    created_at: string;
    created_by: string;
  };
  /** Where the records of a connected Data Set come from. */
  sources: {
    id: string;
    data_set: number;
    kind: 'csv' | 'sqlite';
    path: string;
    table_name: string | null;
    key_column: string;
    every_minutes: number;
    /** When somebody last began to synchronise it: whoever sets this does it, so that no other process does it too. */
    tried_at: string;
    /** When the records were last those of the source. */
    synchronized_at: string;
    /** What went wrong the last time; null when nothing did. */
    problem: string | null;
    created_at: string;
  };
  /** Which field a column of a source fills; a name is the key that the headers of the source alone would give it. */
  source_columns: { data_set: number; name: string; field: number };
  /** Which record a row of a source is, by its key there. */
  source_rows: { data_set: number; key: string; record_id: string };
  /**
   * Texts whose passages are not all written yet, and how far the work is. Of a Data Set, whose records came all at once,
   * `version_id` is the ID from which on records are to be looked at.
   */
  index_queue: {
    resource_type: IndexedType | 'data_set';
    resource_id: string;
    version_id: string;
    next_offset: number;
    queued_at: string;
  };
}

type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;
export type LinkedType = 'artifact' | 'file' | 'session';
export type IndexedType = SubjectType | 'record';

export type Db = Kysely<Tables>;
