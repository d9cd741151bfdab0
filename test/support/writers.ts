import type { Artifact } from '../../schemas/artifacts.ts';
import type { File } from '../../schemas/files.ts';
import type { Host } from './hosts.ts';
import type { Account } from './rest.ts';

type Stored = Omit<Artifact, 'content'>;

/** What every surface can store; each promise resolves when the service has acknowledged. */
export interface Writer {
  create(title: string, content: string, kind?: Artifact['kind']): Promise<Stored>;
  update(cited: Pick<Stored, 'id' | 'versionId'>, content: string): Promise<Stored>;
  upload(fileName: string, bytes: Buffer): Promise<File>;
  attach(artifactId: string, channelId: string): Promise<boolean>;
  attachFile(fileId: string, channelId: string): Promise<File>;
}

export const hostWriter = ({ done }: Pick<Host, 'done'>): Writer => ({
  create: async (title, content, kind = 'markdown') =>
    (await done('workspace_artifact_create', { kind, title, content })).artifact,
  update: async ({ id, versionId }, content) =>
    (await done('workspace_artifact_update', { artifactId: id, expectedVersionId: versionId, content })).artifact,
  upload: async (fileName, bytes) =>
    (
      await done('workspace_file_upload', {
        fileName,
        contentType: 'application/octet-stream',
        contentBase64: bytes.toString('base64'),
      })
    ).file,
  attach: async (artifactId, targetId) =>
    (await done('workspace_artifact_attach', { artifactId, targetType: 'channel', targetId })).attached,
  attachFile: async (fileId, targetId) =>
    (await done('workspace_file_attach', { fileId, targetType: 'channel', targetId })).file,
});

export const accountWriter = ({ done }: Account): Writer => ({
  create: async (title, content, kind = 'markdown') =>
    (await done('POST /artifacts', { kind, title, content, idempotencyKey: crypto.randomUUID() })).artifact,
  update: async ({ id, versionId }, content) => {
    const change = { expectedVersionId: versionId, content, idempotencyKey: crypto.randomUUID() };
    return (await done(`PATCH /artifacts/${id}`, change)).artifact;
  },
  async upload(fileName, bytes) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
    return (await done('POST /files', form)).file;
  },
  attach: async (artifactId, targetId) =>
    (await done(`POST /artifacts/${artifactId}/links`, { targetType: 'channel', targetId })).attached,
  attachFile: async (fileId, targetId) =>
    (await done(`POST /files/${fileId}/links`, { targetType: 'channel', targetId })).file,
});
