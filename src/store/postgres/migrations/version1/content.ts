/** Channels, files, artifacts, and what is attached or in the trash. */
export const content = `
create table channels (
  id text primary key,
  organization_id text not null references organizations,
  slug text not null,
  name text not null,
  description text not null,
  visibility text not null,
  open_writing smallint not null,
  created_at text not null,
  created_by text not null references users,
  updated_at text not null,
  updated_by text not null references users,
  is_apart smallint not null default 0,
  trashed_at text,
  unique (organization_id, slug)
);
create index channels_apart on channels (organization_id, visibility) where is_apart = 1;
create index channels_by_visibility on channels (organization_id, visibility, name, id);
create index channels_named on channels (organization_id, folded(name), id) where visibility = 'organization';
create index channels_open on channels (organization_id, id) where visibility = 'organization';
create index channels_trashed on channels (organization_id) where trashed_at is not null;

create table channel_members (
  channel_id text not null references channels,
  user_id text not null references users,
  role text not null,
  created_at text not null,
  added_by text references users,
  primary key (channel_id, user_id)
);
create index channel_members_by_time on channel_members (user_id, created_at, channel_id) where added_by <> user_id;
create index channel_members_by_user on channel_members (user_id, channel_id);

create table blobs (
  sha256 text not null,
  bucket text not null,
  object text not null,
  size bigint not null,
  kept_at text not null,
  stored_at text,
  gone_at text,
  primary key (sha256, object)
);
create index blobs_gone on blobs (sha256, object) where gone_at is not null;

create table files (
  id text primary key,
  organization_id text not null references organizations,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  created_at text not null,
  created_by text not null references users,
  interface text,
  home bigint not null default 0,
  text_version_id text not null default '',
  agent bigint references agents,
  trashed_at text
);
create index files_by_creator on files (created_by, id) where trashed_at is null;
create index files_by_creator_home on files (created_by, home) where trashed_at is null;
create index files_by_creator_time on files (created_by, created_at, id) where trashed_at is null;
create index files_by_digest on files (sha256);

create table file_texts (
  file_id text primary key references files,
  owner_id text not null references users,
  format text not null,
  status text not null,
  attempts bigint not null,
  claimed_until bigint not null,
  reason text,
  sha256 text,
  size bigint,
  is_cut smallint not null
);
create index file_texts_by_claim on file_texts (claimed_until) where status = 'pending';
create index file_texts_by_digest on file_texts (sha256);
create index file_texts_by_turn on file_texts (owner_id, attempts, file_id) where status = 'pending';

create table artifacts (
  id text primary key,
  organization_id text not null references organizations,
  channel_id text references channels,
  kind text not null,
  current_version_id text not null,
  created_at text not null,
  created_by text not null references users,
  updated_at text not null,
  trashed_at text
);
create index artifacts_by_channel_change on artifacts (channel_id, updated_at, id) where trashed_at is null;
create index artifacts_by_channel_kind on artifacts (channel_id, kind, id) where trashed_at is null;
create index artifacts_by_creator on artifacts (created_by, channel_id) where trashed_at is null;
create index artifacts_by_creator_change on artifacts (created_by, updated_at, id) where trashed_at is null;
create index artifacts_by_creator_kind on artifacts (created_by, kind, id) where trashed_at is null;

create table artifact_versions (
  id text primary key,
  artifact_id text not null references artifacts,
  number bigint not null,
  title text not null,
  size bigint not null,
  sha256 text not null,
  interface text not null,
  client_app text,
  created_at text not null,
  created_by text not null references users,
  content bytea not null,
  agent bigint references agents,
  unique (artifact_id, number)
);

create table links (
  resource_type text not null,
  resource_id text not null,
  target_type text not null,
  target_id text not null,
  created_at text not null,
  created_by text not null references users,
  audience_id text,
  resource_at text,
  is_astray smallint not null default 0,
  data_set bigint not null default 0,
  primary key (resource_id, target_type, target_id)
);
create index links_astray on links (audience_id, resource_id) where is_astray = 1;
create index links_by_audience on links (audience_id, resource_type, resource_id);
create index links_by_audience_time on links (audience_id, resource_type, resource_at, resource_id);
create index links_by_channel_time on links (target_id, created_at, resource_id, created_by) where target_type = 'channel';
create index links_by_resource on links (resource_id, audience_id, data_set);
create index links_by_target on links (target_type, target_id, resource_type, resource_id);

create table homes (
  number bigint generated by default as identity primary key,
  owner_id text not null unique
);

create table index_queue (
  resource_id text primary key,
  resource_type text not null,
  version_id text not null,
  next_offset bigint not null,
  queued_at text not null
);
create index index_queue_by_age on index_queue (queued_at);

create table unshown_versions (
  version_id text primary key references artifact_versions,
  shown_to text not null
);

create table trash (
  id text primary key,
  organization_id text not null references organizations,
  type text not null,
  title text not null,
  owner_id text references users,
  channel_id text references channels,
  data_set bigint,
  name text,
  trashed_at text not null,
  trashed_by text not null references users,
  is_purging smallint not null default 0
);
create index trash_by_age on trash (is_purging, trashed_at);
create index trash_by_channel on trash (channel_id, is_purging, trashed_at, id);
create index trash_by_data_set on trash (data_set) where data_set is not null;
create index trash_by_owner on trash (owner_id, is_purging, trashed_at, id);
create index trash_by_type on trash (organization_id, type, is_purging, trashed_at, id);

create table gone (
  organization_id text not null references organizations,
  kind text not null,
  primary key (organization_id, kind)
);

create table purged (
  id text primary key,
  organization_id text not null references organizations,
  purged_by text not null references users
);

create table trashed_links (
  record_id text not null,
  resource_type text not null,
  resource_id text not null,
  audience_id text,
  resource_at text,
  is_astray smallint not null,
  created_at text not null,
  created_by text not null references users,
  data_set bigint not null default 0,
  primary key (record_id, resource_id)
);
create index trashed_links_by_resource on trashed_links (resource_id);
`;
