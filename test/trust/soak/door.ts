import { createHash } from 'node:crypto';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { File } from '../../../schemas/files.ts';
import type { Problem } from '../../../schemas/problem.ts';
import type { WorkspaceClient } from '../../../src/sdk/index.ts';
import type { Meter } from './meter.ts';

/** The operations that agents use everywhere, and the tools that do the same. */
export const toolOf = {
  artifacts: {
    get: 'workspace_artifact_get',
    create: 'workspace_artifact_create',
    update: 'workspace_artifact_update',
  },
  files: { get: 'workspace_file_get', prepareUpload: 'workspace_file_upload_prepare' },
  records: {
    get: 'workspace_record_get',
    create: 'workspace_record_create',
    update: 'workspace_record_update',
    remove: 'workspace_record_delete',
  },
  views: { data: 'workspace_view_data' },
  search: { run: 'workspace_search' },
  queries: { run: 'workspace_query_run' },
  posts: { create: 'workspace_post_create', update: 'workspace_post_update', remove: 'workspace_post_delete' },
  discussions: {
    get: 'workspace_discussion_get',
    comment: 'workspace_comment_create',
    removeComment: 'workspace_comment_delete',
  },
  feed: { list: 'workspace_feed' },
} as const;

type Operations = {
  readonly [Group in keyof typeof toolOf]: Pick<
    WorkspaceClient[Group],
    Extract<keyof (typeof toolOf)[Group], keyof WorkspaceClient[Group]>
  >;
};

export interface SentFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

export interface Placement {
  readonly channelId?: string;
  readonly idempotencyKey: string;
}

/** The outcome of a question in prose. */
interface Answered {
  readonly status: string;
  readonly answer?: string;
  readonly confidence?: string;
}

/**
 * How an agent reaches the workspace: the same operations by REST or by tools. Only fields that both answers have are
 * used. A refusal is thrown as a `WorkspaceError`.
 */
export interface Door extends Operations {
  /** Inline as far as the interface takes it so, and else as `prepareUpload` says. */
  upload(file: SentFile, placement: Placement): Promise<File>;
  /** The digest of the downloaded bytes, in hex. */
  digestOf(fileId: string): Promise<string>;
  /** Asks, and waits until the question is answered or given up. */
  ask(question: string, channelId: string): Promise<Answered>;
}

type Call = (group: string, name: string, input: object) => Promise<unknown>;

/** The operations of the table, each measured under its name. */
export function operationsBy(call: Call, meter: Meter): Operations {
  const groups = Object.entries(toolOf).map(([group, names]) => [
    group,
    Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        (input: object) => meter.timed(`${group}.${name}`, () => call(group, name, input)),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as Operations;
}

/** Sends a file as `prepareUpload` says, the way a program on the user's machine does. */
export async function uploadAsPrepared(
  { files }: Pick<Door, 'files'>,
  token: string,
  file: SentFile,
  { idempotencyKey, ...placement }: Placement,
): Promise<File> {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const prepared = await files.prepareUpload({ fileName: file.fileName, sha256, ...placement });
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...prepared.fields, idempotencyKey })) form.append(name, value);
  form.append(prepared.fileField, new Blob([file.bytes], { type: file.contentType }), file.fileName);
  const { method, uploadUrl } = prepared;
  const response = await fetch(uploadUrl, { method, body: form, headers: { authorization: `Bearer ${token}` } });
  const answer = await response.json();
  if (!response.ok) throw refusal(answer as Problem);
  return (answer as { file: File }).file;
}

export const refusal = (problem: Problem): WorkspaceError =>
  new WorkspaceError(problem.code, problem.detail, problem, { requestId: problem.requestId });
