/** Conversations, posts and questions, and who is told what. */
export const talk = `
create table sessions (
  id text primary key,
  organization_id text not null references organizations,
  owner_id text not null references users,
  channel_id text references channels,
  title text not null,
  created_at text not null,
  updated_at text not null,
  interface text,
  message_count bigint not null default 0,
  agent bigint references agents,
  trashed_at text
);
create index sessions_by_organization on sessions (organization_id, id) where trashed_at is null;
create index sessions_by_owner on sessions (owner_id, updated_at, id) where trashed_at is null;
create index sessions_by_owner_id on sessions (owner_id, id) where trashed_at is null;

create table messages (
  id text primary key,
  session_id text not null references sessions,
  role text not null,
  body text not null,
  created_at text not null,
  sources text,
  interface text,
  agent bigint references agents
);
create index messages_by_session on messages (session_id, id);

create table queries (
  id text primary key,
  organization_id text not null references organizations,
  user_id text not null references users,
  session_id text not null references sessions,
  message_id text not null references messages,
  answer_message_id text references messages,
  channel_id text references channels,
  view_id text references views,
  interface text not null,
  status text not null,
  attempts bigint not null,
  claim text,
  claimed_until bigint,
  claimed_at bigint,
  answer text,
  error text,
  created_at text not null,
  completed_at text
);
create index queries_by_answer on queries (answer_message_id) where answer_message_id is not null;
create index queries_by_asker on queries (user_id, id);
create index queries_by_end on queries (user_id, completed_at, id) where status in ('completed', 'failed');
create index queries_by_message on queries (message_id);
create index queries_by_session on queries (session_id);
create index queries_by_status on queries (user_id, status, id);
create index queries_by_turn on queries (user_id, claimed_at);
create index queries_by_view on queries (view_id) where view_id is not null;
create index queries_open on queries (status, id) where completed_at is null;
create index queries_open_by_session on queries (session_id, id) where completed_at is null;

create table posts (
  id text primary key,
  channel_id text not null references channels,
  author_id text not null references users,
  body text not null,
  mentions text not null,
  interface text not null,
  client_app text,
  created_at text not null,
  deleted_at text,
  organization_id text not null references organizations,
  version bigint not null,
  updated_at text not null,
  agent bigint references agents
);
create index posts_by_channel on posts (channel_id, updated_at, id) where deleted_at is null;
create index posts_deleted on posts (channel_id) where deleted_at is not null;

create table discussions (
  channel_id text not null references channels,
  root_id text not null,
  root_type text not null,
  comment_count bigint not null,
  primary key (channel_id, root_id)
);
create index discussions_by_root on discussions (root_id);

create table comments (
  id text primary key,
  channel_id text not null references channels,
  author_id text not null references users,
  body text not null,
  mentions text not null,
  interface text not null,
  client_app text,
  created_at text not null,
  deleted_at text,
  root_id text not null,
  edited_at text,
  agent bigint references agents,
  foreign key (channel_id, root_id) references discussions (channel_id, root_id)
);
create index comments_by_discussion on comments (channel_id, root_id, id) where deleted_at is null;
create index comments_by_root on comments (channel_id, root_id);

create table reactions (
  channel_id text not null references channels,
  subject_id text not null,
  reaction text not null,
  user_id text not null references users,
  created_at text not null,
  primary key (channel_id, subject_id, reaction, user_id)
);
create index reactions_by_subject on reactions (subject_id);

create table feed_items (
  channel_id text not null references channels,
  at text not null,
  id text not null,
  type text not null,
  subject_id text not null,
  version_id text,
  actor_id text not null references users,
  interface text,
  agent bigint references agents,
  primary key (channel_id, at, id)
);
create index feed_items_by_subject on feed_items (subject_id, channel_id);

create table inbox_items (
  user_id text not null references users,
  kind text not null,
  at text not null,
  said_id text not null,
  channel_id text not null references channels on delete cascade,
  primary key (user_id, kind, at, said_id)
);
create index inbox_items_by_channel on inbox_items (channel_id);
create index inbox_items_by_said on inbox_items (said_id, user_id);

create table feedback (
  id text primary key,
  organization_id text not null references organizations,
  user_id text not null references users,
  description text not null,
  query_id text,
  interface text not null,
  created_at text not null
);
create index feedback_by_organization on feedback (organization_id, id);
create index feedback_by_query on feedback (query_id) where query_id is not null;

create table audit_events (
  number bigint generated by default as identity primary key,
  id text not null,
  organization_id text not null,
  at text not null,
  user_id text not null,
  action text not null,
  resource_id text not null,
  subject_id text,
  interface text not null,
  client_app text,
  agent bigint references agents,
  audience text
);
create index audit_events_by_audience on audit_events (audience) where audience is not null;

create table change_audiences (
  audience text not null,
  event bigint not null references audit_events,
  is_attached smallint not null,
  primary key (audience, event)
);

create table webhooks (
  id text primary key,
  organization_id text not null references organizations,
  user_id text not null references users,
  url text not null,
  channel_id text references channels on delete cascade,
  types text,
  secret text not null,
  cursor text not null,
  since bigint not null,
  delivered_at text,
  tried_at text,
  problem text,
  failures bigint not null default 0,
  failing_since bigint,
  next_try_at bigint not null default 0,
  stopped_at text,
  claim text,
  claimed_until bigint not null default 0,
  unique (user_id, url)
);
create index webhooks_failing on webhooks (next_try_at) where failures > 0;
create index webhooks_of_channel on webhooks (channel_id);
create index webhooks_of_organization on webhooks (organization_id, id);
`;
