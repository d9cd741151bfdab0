import type { Artifact } from '../../schemas/artifacts.ts';
import type { File } from '../../schemas/files.ts';
import type { Host } from './hosts.ts';
import type { Account } from './rest.ts';

type Stored = Omit<Artifact, 'content'>;
type Values = Readonly<Record<string, unknown>>;

/** A record as far as a change of it has to know it. */
export interface StoredRecord {
  readonly id: string;
  readonly versionNumber: number;
}

interface NewRecord {
  readonly title: string;
  readonly values: Values;
}

const titled = (titles: readonly string[]) => ({
  filters: [{ field: 'title', operator: 'in', value: titles }],
  expectedCount: titles.length,
});

/**
 * The writes that every surface has, in the channel `general` where one is needed. Each promise resolves when the
 * service has acknowledged.
 */
export interface Writer {
  create(title: string, content: string, kind?: Artifact['kind']): Promise<Stored>;
  update(cited: Pick<Stored, 'id' | 'versionId'>, content: string): Promise<Stored>;
  upload(fileName: string, bytes: Buffer): Promise<File>;
  attach(artifactId: string, channelId: string): Promise<boolean>;
  attachFile(fileId: string, channelId: string): Promise<File>;
  createRecord(objectTypeId: string, title: string, values: Values): Promise<StoredRecord>;
  updateRecord(cited: StoredRecord, values: Values): Promise<StoredRecord>;
  /** All in one batch; returns their IDs. */
  createRecords(objectTypeId: string, records: readonly NewRecord[]): Promise<readonly string[]>;
  /** Sets values in the records of these titles, found by a filter. Returns how many were changed. */
  updateTitled(objectTypeId: string, titles: readonly string[], values: Values): Promise<number>;
  /** The rest return the ID of what was said, or started. */
  post(body: string): Promise<string>;
  reply(postId: string, body: string): Promise<string>;
  startSession(title: string): Promise<string>;
  say(sessionId: string, body: string): Promise<string>;
}

/** A key of its own for each write. */
const anyKey = (): string => crypto.randomUUID();

/** `keyOf` gives the idempotency key of each write; without it they carry none. */
export function hostWriter({ done }: Pick<Host, 'done'>, keyOf: () => string | undefined = () => undefined): Writer {
  const write: Host['done'] = (tool, input) => done(tool, { ...input, idempotencyKey: keyOf() });
  const general = { channelId: 'general' };
  return {
    create: async (title, content, kind = 'markdown') =>
      (await write('workspace_artifact_create', { kind, title, content })).artifact,
    update: async ({ id, versionId }, content) =>
      (await write('workspace_artifact_update', { artifactId: id, expectedVersionId: versionId, content })).artifact,
    upload: async (fileName, bytes) =>
      (
        await write('workspace_file_upload', {
          fileName,
          contentType: 'application/octet-stream',
          contentBase64: bytes.toString('base64'),
        })
      ).file,
    attach: async (artifactId, targetId) =>
      (await write('workspace_artifact_attach', { artifactId, targetType: 'channel', targetId })).attached,
    attachFile: async (fileId, targetId) =>
      (await write('workspace_file_attach', { fileId, targetType: 'channel', targetId })).file,
    createRecord: async (objectTypeId, title, values) =>
      (await write('workspace_record_create', { ...general, objectTypeId, title, values })).record,
    updateRecord: async ({ id, versionNumber }, values) => {
      const change = { recordId: id, expectedVersionNumber: versionNumber, values };
      return (await write('workspace_record_update', { ...general, ...change })).record;
    },
    createRecords: async (objectTypeId, create) =>
      (await write('workspace_records_write', { objectTypeId, create })).created!,
    updateTitled: async (objectTypeId, titles, values) => {
      const updateWhere = { ...titled(titles), values };
      return (await write('workspace_records_write', { objectTypeId, updateWhere })).updatedCount!;
    },
    post: async (body) => (await write('workspace_post_create', { ...general, body })).post.id,
    reply: async (postId, body) => (await write('workspace_reply_create', { ...general, postId, body })).reply.id,
    startSession: async (title) => (await write('workspace_session_start', { title })).session.id,
    say: async (sessionId, body) => (await write('workspace_session_message', { sessionId, body })).message.id,
  };
}

/** The same over HTTP, where a write of an artifact has to carry a key. */
export function accountWriter({ done }: Pick<Account, 'done'>, keyOf: () => string = anyKey): Writer {
  const write: Account['done'] = (request, body) => done(request, body, { 'idempotency-key': keyOf() });
  const general = '/channels/general';
  return {
    create: async (title, content, kind = 'markdown') =>
      (await write('POST /artifacts', { kind, title, content })).artifact,
    update: async ({ id, versionId }, content) =>
      (await write(`PATCH /artifacts/${id}`, { expectedVersionId: versionId, content })).artifact,
    async upload(fileName, bytes) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
      return (await write('POST /files', form)).file;
    },
    attach: async (artifactId, targetId) =>
      (await write(`POST /artifacts/${artifactId}/links`, { targetType: 'channel', targetId })).attached,
    attachFile: async (fileId, targetId) =>
      (await write(`POST /files/${fileId}/links`, { targetType: 'channel', targetId })).file,
    createRecord: async (objectTypeId, title, values) =>
      (await write(`POST ${general}/records`, { objectTypeId, title, values })).record,
    updateRecord: async ({ id, versionNumber }, values) =>
      (await write(`PATCH ${general}/records/${id}`, { expectedVersionNumber: versionNumber, values })).record,
    createRecords: async (objectTypeId, create) =>
      (await write(`POST ${general}/records/batch`, { objectTypeId, create })).records.map(({ id }) => id),
    updateTitled: async (objectTypeId, titles, values) => {
      const change = { objectTypeId, ...titled(titles), values };
      const { records } = await write(`POST ${general}/records/update`, change);
      return records.filter(({ change: became }) => became === 'updated').length;
    },
    post: async (body) => (await write(`POST ${general}/posts`, { body })).post.id,
    reply: async (postId, body) => (await write(`POST ${general}/posts/${postId}/replies`, { body })).reply.id,
    startSession: async (title) => (await write('POST /sessions', { title })).session.id,
    say: async (sessionId, body) => (await write(`POST /sessions/${sessionId}/messages`, { body })).message.id,
  };
}
