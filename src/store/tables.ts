import type { ColumnType, Generated, Kysely } from 'kysely';
import type { ClientApp, InterfaceType } from '../../schemas/common.ts';
import type { FeedType, SubjectType } from '../../schemas/discussions.ts';
import type { DocumentFormat, FileText, NoTextReason } from '../../schemas/files.ts';
import type { Reaction } from '../../schemas/posts.ts';
import type { QueryStatus } from '../../schemas/queries.ts';
import type { TrashedType } from '../../schemas/trash.ts';
import type { DataSetTables, Flag, Trashed } from './data-set-tables.ts';
import type { AccountTables } from './account-tables.ts';

export interface Tables extends AccountTables, DataSetTables {
  installation: {
    id: string;
    cursor_secret: string;
    created_at: string;
    /** `s3://bucket/prefix`, or the path of a shared folder; null if the blobs are in the data folder. */
    blobs: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** The objects of a bucket. A row is written before its object, and removed after it. */
  blobs: {
    sha256: string;
    /** As `installation` names it. After a move, objects of the former bucket are gone. */
    bucket: string;
    /** The name below the bucket's prefix, never used twice. */
    object: string;
    size: number;
    /** When an upload last relied on it. */
    kept_at: string;
    /** Null before the bucket has confirmed it. */
    stored_at: ColumnType<string | null, string | null | undefined, string>;
    /** Since when no upload may rely on it. It is removed from the bucket later. */
    gone_at: ColumnType<string | null, string | null | undefined, string | null>;
  };
  organizations: {
    id: string;
    name: string;
    max_upload_bytes: number;
    /** IANA name. Calendar days in queries are those of this zone. */
    time_zone: string;
    created_at: string;
  };
  users: {
    id: string;
    organization_id: string;
    name: string;
    /** Lower case (`foldedEmail`). */
    email: string | null;
    role: 'admin' | 'member';
    created_at: string;
    /** A removed user stays the author of their content, but cannot call. */
    removed_at: ColumnType<string | null, string | null | undefined, string>;
    /** Tokens issued before are revoked; in whole seconds since 1970, as `iat`. */
    tokens_valid_from: ColumnType<number, number | undefined, number>;
    /** The time until which they have seen their inbox; empty if they never said so. */
    inbox_seen_until: ColumnType<string, string | undefined, string>;
  };
  /** The programs that act for people, as they call themselves. A version that is not told is empty. */
  agents: { number: ColumnType<number, undefined, never>; name: string; version: string };
  channels: {
    id: string;
    organization_id: string;
    slug: string;
    name: string;
    description: string;
    visibility: 'organization' | 'private';
    /** Whether it was ever private. Its texts then have the channel as home, not the organization. */
    is_apart: ColumnType<Flag, Flag | undefined, Flag>;
    open_writing: Flag;
    created_at: string;
    created_by: string;
    updated_at: string;
    updated_by: string;
    trashed_at: Trashed;
  };
  channel_members: {
    channel_id: string;
    user_id: string;
    role: 'manager' | 'writer' | 'reader';
    created_at: string;
    /** Who made them a member, if it is known. */
    added_by: ColumnType<string | null, string | null | undefined, never>;
  };
  files: {
    id: string;
    organization_id: string;
    file_name: string;
    content_type: string;
    size: number;
    sha256: string;
    /** The home of its text, which never changes. */
    home: number;
    /** The version of its name and text whose passages are found. */
    text_version_id: string;
    created_at: string;
    created_by: string;
    /** Here and below: null if the row predates this column, or was not made by a request. */
    interface: InterfaceType | null;
    /** Here and below: the number of the agent, where one is known. */
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    trashed_at: Trashed;
  };
  /**
   * The text extracted from each document, as a blob, or the reason for having none. A pending row is leased by one
   * process until `claimed_until`, in milliseconds since 1970.
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
    trashed_at: Trashed;
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
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    client_app: ClientApp | null;
    created_at: string;
    created_by: string;
  };
  links: {
    resource_type: LinkedType;
    resource_id: string;
    target_type: 'channel' | 'session' | 'record';
    target_id: string;
    /** The channel or person that reads attachments there. Null for artifacts, because a link to one grants nothing. */
    audience_id: ColumnType<string | null, string | null | undefined, never>;
    /** When an attached file was created; null for other resources. */
    resource_at: ColumnType<string | null, string | null | undefined, never>;
    /** The number of the Data Set of a record; 0 for another target. */
    data_set: ColumnType<number, number | undefined, never>;
    /** Whether some readers of the link do not search the text's home. */
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
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    message_count: ColumnType<number, number | undefined, number>;
    trashed_at: Trashed;
  };
  messages: {
    id: string;
    session_id: string;
    role: 'user' | 'assistant';
    body: string;
    /** Set on an assistant's message: the sources of the answer, as JSON. */
    sources: ColumnType<string | null, string | null | undefined, never>;
    created_at: string;
    interface: InterfaceType | null;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /** Questions in prose. Typed queries are answered at once and not stored. */
  queries: {
    id: string;
    organization_id: string;
    user_id: string;
    session_id: string;
    /** The message with the question; once completed, `answer_message_id` has the answer. */
    message_id: string;
    answer_message_id: string | null;
    channel_id: string | null;
    view_id: string | null;
    interface: InterfaceType;
    status: QueryStatus;
    /** Starts so far, except by processes that gave it back. */
    attempts: number;
    /**
     * The lease of the worker on this query. Only its holder may complete it, and nobody else starts it before it
     * expires.
     */
    claim: string | null;
    /** The end of the lease, and its start, in milliseconds since 1970. */
    claimed_until: number | null;
    claimed_at: number | null;
    /** `Answer`, and the error, as JSON. */
    answer: string | null;
    error: string | null;
    created_at: string;
    /** When it reached a terminal status; null while open. */
    completed_at: string | null;
    /** When its asker was first given the answer, or the error. The inbox then tells it as given. */
    given_at: string | null;
  };
  /** A deleted post keeps its row, but is visible to nobody. */
  posts: {
    id: string;
    organization_id: string;
    channel_id: string;
    author_id: string;
    body: string;
    /** The four arrays of mentions, as JSON. */
    mentions: string;
    /** Counts edits, so that search finds only the current text. */
    version: number;
    interface: InterfaceType;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    client_app: ClientApp | null;
    created_at: string;
    /** The last edit, or the creation. */
    updated_at: string;
    deleted_at: string | null;
  };
  /** Comments on a root in a channel. The same artifact, file or session has a separate discussion in each channel. */
  discussions: { channel_id: string; root_id: string; root_type: SubjectType; comment_count: number };
  comments: {
    id: string;
    channel_id: string;
    root_id: string;
    author_id: string;
    body: string;
    mentions: string;
    interface: InterfaceType;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    client_app: ClientApp | null;
    created_at: string;
    edited_at: string | null;
    deleted_at: string | null;
  };
  /** Reactions to a root in a channel, or to a comment there. */
  reactions: { channel_id: string; subject_id: string; reaction: Reaction; user_id: string; created_at: string };
  /** Whom a post or comment concerns, and why. Readers of its channel are told when it is said or edited. */
  inbox_items: {
    user_id: string;
    kind: 'mention' | 'reply' | 'comment';
    at: string;
    said_id: string;
    channel_id: string;
  };
  /** Items of a channel's feed, in order; written in the transaction of the change. */
  feed_items: {
    channel_id: string;
    at: string;
    id: string;
    type: FeedType;
    subject_id: string;
    /** Set for artifacts: the version shown. */
    version_id: string | null;
    actor_id: string;
    interface: ColumnType<InterfaceType | null, InterfaceType | null | undefined, never>;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /**
   * Versions missing from the feeds of some channels that their artifact is attached to. Channels up to `shown_to` are
   * done.
   */
  unshown_versions: { version_id: string; shown_to: string };
  /** Each resource in the trash. Its own row stays, hidden by `trashed_at`, except that of a record. */
  trash: {
    id: string;
    organization_id: string;
    type: TrashedType;
    title: string;
    /** Who may restore it wherever it was: the creator or owner of some types. */
    owner_id: string | null;
    /** Its home channel, or the channel itself. */
    channel_id: string | null;
    /** Set for a record, a View or a Data Set. */
    data_set: number | null;
    /** The slug or key that it gave free. */
    name: string | null;
    trashed_at: string;
    trashed_by: string;
    /** Whether its rows are being deleted, in several transactions. It cannot be restored then. */
    is_purging: ColumnType<Flag, Flag | undefined, Flag>;
  };
  /** The rows of records in the trash, as JSON. */
  trashed_records: {
    id: string;
    data_set: number;
    row: string;
    interface: InterfaceType | null;
    agent: number | null;
  };
  /** Resources that were attached to records in the trash. They are attached nowhere meanwhile. */
  trashed_links: {
    record_id: string;
    resource_type: LinkedType;
    resource_id: string;
    audience_id: string | null;
    resource_at: string | null;
    data_set: number;
    is_astray: Flag;
    created_at: string;
    created_by: string;
  };
  /**
   * Kinds of things of which one has ever been deleted. The kind of a record is the ID of its Data Set, the kind of
   * another thing its type. Queries look up every reference of these kinds.
   */
  gone: { organization_id: string; kind: string };
  /** Purged resources. Fields of records may still hold their IDs. */
  purged: { id: string; organization_id: string; purged_by: string };
  feedback: {
    id: string;
    organization_id: string;
    user_id: string;
    description: string;
    query_id: string | null;
    interface: InterfaceType;
    created_at: string;
  };
  /** The audience is who sees the change: a channel's readers or a person, null where they are several or nobody. */
  audit_events: {
    /** In the order of commits. */
    number: Generated<number>;
    id: string;
    organization_id: string;
    at: string;
    user_id: string;
    action: string;
    resource_id: string;
    subject_id: string | null;
    interface: InterfaceType;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    client_app: ClientApp | null;
    audience: string | null;
  };
  /** Who sees a change that several audiences see. Something that is only attached there is seen by its own readers. */
  change_audiences: { audience: string; event: number; is_attached: 0 | 1 };
  idempotency_keys: {
    organization_id: string;
    user_id: string;
    operation: string;
    key: string;
    /** A digest of the request as sent. If normalization changed it, a second digest follows after a space. */
    request_sha256: string;
    answer: string;
    created_at: string;
  };
  /** Passages as the full-text index has them. Passages of an outdated version are invisible. */
  passages: {
    id: ColumnType<number, number | undefined, never>;
    resource_type: IndexedType;
    resource_id: string;
    version_id: string;
    home: ColumnType<number, number | undefined, number>;
    title: string;
    body: string;
  };
  /** Owners whose texts are searched together: a channel, a person or an organization. */
  homes: { number: ColumnType<number, undefined, never>; owner_id: string };
  /**
   * Texts whose passages are not all written, with the progress. On a Data Set's row, `version_id` is the ID of the
   * first record still to index.
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
export type IndexedType = SubjectType;

export type Db = Kysely<Tables>;
