import type { MovedTable } from './side.ts';

const channels = 'select id from channels where organization_id = @';
const people = 'select id from users where organization_id = @';
const dataSets = 'select number from data_sets where organization_id = @';
const resources = ['artifacts', 'files', 'sessions']
  .map((table) => `select id from ${table} where organization_id = @`)
  .join(' union all ');
const homes = `select number from homes where owner_id = @ or owner_id in (${channels}) or owner_id in (${people})`;

const ofItself = 'organization_id = @';
const ofDataSet = `data_set in (${dataSets})`;
const ofChannel = `channel_id in (${channels})`;
const ofPerson = `user_id in (${people})`;
const ofRecord = ['records', 'deleted_records', 'trashed_records']
  .map((table) => `record_id in (select id from ${table} where ${ofDataSet})`)
  .join(' or ');

/** The rows that belong to one organization, by conditions on each table. */
const conditions: Readonly<Record<string, string>> = {
  organizations: 'id = @',
  users: ofItself,
  passwords: ofPerson,
  invitations: `${ofItself} and created_by in (${people})`,
  issuers: ofItself,
  issuer_subjects: ofItself,
  idempotency_keys: `${ofItself} and ${ofPerson}`,
  channels: ofItself,
  channel_members: ofChannel,
  files: ofItself,
  file_texts: `file_id in (select id from files where ${ofItself})`,
  artifacts: ofItself,
  artifact_versions: `artifact_id in (select id from artifacts where ${ofItself})`,
  links: `resource_id in (${resources})`,
  homes: `number in (${homes})`,
  passages: `home in (${homes})`,
  index_queue: `resource_id in (${resources} union all select id from posts where ${ofItself}
    union all select id from comments where ${ofChannel} union all select id from data_sets where ${ofItself}
    union all select resource_id from passages where home in (${homes}))`,
  unshown_versions: `version_id in (select artifact_versions.id from artifact_versions
    join artifacts on artifacts.id = artifact_versions.artifact_id where ${ofItself})`,
  trash: ofItself,
  gone: ofItself,
  purged: ofItself,
  trashed_links: `resource_id in (${resources})`,
  data_sets: ofItself,
  data_set_fields: ofDataSet,
  views: ofChannel,
  view_versions: `view_id in (select id from views where ${ofChannel})`,
  records: ofDataSet,
  pending_rows: ofDataSet,
  deleted_records: ofDataSet,
  record_versions: ofRecord,
  ended_histories: ofRecord,
  learned_indexes: ofDataSet,
  sources: ofDataSet,
  source_columns: ofDataSet,
  source_rows: ofDataSet,
  trashed_records: ofDataSet,
  sessions: ofItself,
  messages: `session_id in (select id from sessions where ${ofItself})`,
  queries: ofItself,
  posts: ofItself,
  discussions: ofChannel,
  comments: ofChannel,
  reactions: ofChannel,
  feed_items: ofChannel,
  inbox_items: `${ofPerson} and ${ofChannel}`,
  feedback: ofItself,
  audit_events: `${ofItself} and ${ofPerson}`,
  change_audiences: `event in (select number from audit_events where ${ofItself} and ${ofPerson})`,
};

/** An organization leaves these behind: the installation's own, and the doors that applications have into it. */
const left = new Set([
  'installation',
  'blobs',
  'sign_in_failures',
  'clients',
  'consents',
  'authorizations',
  'used_subject_tokens',
  'webhooks',
]);

const ofAgents = 'agents';

/** The tables of an organization, each with the condition that its rows meet. */
export function tablesOfOrganization(tables: readonly MovedTable[], organizationId: string): MovedTable[] {
  const withAgents = tables.filter(({ name, columns }) => name in conditions && columns.some(isAgent));
  return tables
    .filter(({ name }) => !left.has(name))
    .map((table) => {
      const where =
        table.name === ofAgents
          ? withAgents.map(({ name }) => `number in (select agent from ${name} where ${conditions[name]})`).join(' or ')
          : conditions[table.name];
      if (where === undefined) throw new Error(`Nothing says which rows of ${table.name} are of an organization`);
      const parameters = Array.from(where.matchAll(/@/g), () => organizationId);
      return { ...table, only: { where: `(${where.replaceAll('@', '?')})`, parameters } };
    });
}

const isAgent = ({ name }: MovedTable['columns'][number]): boolean => name === 'agent';
