import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { File } from '../schemas/files.ts';
import type { Workspace } from '../schemas/index.ts';
import { fileAt, fileUri, isUnknown, newUpload } from './file-uris.ts';

/** Declared under `experimental`, because SEP-2631 is a draft (docs/decisions/file-transfer.md). */
const capabilityOf = (mayUpload: boolean) => ({
  ...(mayUpload && { upload: {} }),
  download: {},
  transports: { https: {} },
});

const Digest = z.object({ algorithm: z.literal('sha-256'), value: z.base64url().length(43) });

const UploadParams = z.object({
  name: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.int().nonnegative().optional(),
  digest: Digest.optional(),
});

/** Made once, because a gateway makes a server for each request. */
const DownloadParams = z.object({ uri: z.string() });

interface Transfers {
  readonly workspace: Workspace;
  /** Set for callers who may store files. */
  readonly mayUpload: boolean;
  readonly answered: <Answer>(answer: () => Promise<Answer>) => Promise<Answer>;
  /** Whether the message may be about files. The capabilities list the methods anyway. */
  readonly isAsked: boolean;
}

/** Registers the two methods of the draft. Each says where bytes go; the client sends them with its own token. */
export function registerFileTransfer(mcp: McpServer, { workspace, mayUpload, answered, isAsked }: Transfers): void {
  mcp.server.registerCapabilities({ experimental: { files: capabilityOf(mayUpload) } });
  if (!isAsked) return;
  if (mayUpload) {
    mcp.server.setRequestHandler('files/authorizeUpload', { params: UploadParams }, (params) =>
      answered(() => authorizeUpload(workspace, params)),
    );
  }
  mcp.server.setRequestHandler('files/authorizeDownload', { params: DownloadParams }, ({ uri }) =>
    answered(() => authorizeDownload(workspace, uri)),
  );
}

async function authorizeUpload(workspace: Workspace, { digest, ...told }: z.output<typeof UploadParams>) {
  const sha256 = digest && hexOf(digest.value);
  const prepared = await workspace.files.prepareUpload(sha256 === undefined ? {} : { sha256 });
  if (told.size !== undefined && told.size > prepared.maxBytes) {
    const data = { reason: 'maxSizeExceeded', maxSize: prepared.maxBytes, actualSize: told.size };
    throw refused(`A file has at most ${prepared.maxBytes} bytes.`, data);
  }
  const { uri, key } = newUpload();
  const { uploadUrl: url, method, fileField, fields } = prepared;
  return {
    file: { uri, ...told, ...(digest && { digest }) },
    upload: { transport: 'https', method, url, multipart: { fileField, fields: { ...fields, idempotencyKey: key } } },
  };
}

async function authorizeDownload(workspace: Workspace, uri: string) {
  const file = await fileAt(workspace, uri).catch((error: unknown) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
  if (!file) throw refused('There is no such file, or its bytes have not come.', { reason: 'unknownFile' });
  const { downloadUrl: url } = await workspace.files.content({ fileId: file.id });
  return { file: valueOf(file), download: { transport: 'https', method: 'GET', url } };
}

function valueOf(file: File) {
  const { fileName: name, contentType: mimeType, size, sha256 } = file;
  const digest = { algorithm: 'sha-256', value: Buffer.from(sha256, 'hex').toString('base64url') };
  return { uri: fileUri(file), name, mimeType, size, digest };
}

const hexOf = (value: string): string => Buffer.from(value, 'base64url').toString('hex');

const refused = (message: string, data: object) => new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
