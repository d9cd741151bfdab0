import * as z from 'zod';
import { invalidRequest, WorkspaceError } from '../schemas/errors.ts';
import { inputOf } from '../schemas/input.ts';
import { limits } from '../schemas/limits.ts';
import fileUpload from './file-upload.ts';
import { tool } from './tool.ts';

/** Fetches from the hosts that the operator named. Undefined if the host of a URL is not one of them. */
export type FetchFile = (url: URL, request: RequestInit) => Promise<Response> | undefined;

/** A file that ChatGPT holds. The model names it, and ChatGPT puts this in its place. */
const HostFile = z.object({
  download_url: z.url().describe('Where the bytes are'),
  file_id: z.string().describe('Its ID at the host'),
  mime_type: z.string().optional().describe('Its media type'),
  file_name: z.string().optional().describe('Its name'),
});

type HostFile = z.infer<typeof HostFile>;

const { name, group, scope, annotations, output } = fileUpload;

/** `workspace_file_upload`, which also takes a file that a chat host holds. */
export const fileUploadFrom = (fetchFile: FetchFile) =>
  tool({
    name,
    group,
    scope,
    annotations,
    output,
    title: 'Upload a file',
    description: `With file, stores a file that the person added to this conversation, as large as any upload. Without file: ${fileUpload.description}`,
    input: fileUpload.input.extend({
      file: HostFile.optional().describe('A file of this conversation'),
      fileName: z.string().optional().describe('Name to keep'),
      contentType: z.string().optional().describe('Such as image/png'),
    }),
    meta: { 'openai/fileParams': ['file'] },
    async run(workspace, { file, ...input }, call) {
      if (file === undefined) return fileUpload.run(workspace, inputOf(fileUpload.input, input), call);
      const { fileName = file.file_name, contentType = file.mime_type, text, contentBase64, ...fields } = input;
      if (text !== undefined || contentBase64 !== undefined) {
        throw invalidRequest('/file', 'give either file, text or contentBase64');
      }
      if (fileName === undefined) throw invalidRequest('/fileName', 'must name the file, because its host does not');
      const signal = AbortSignal.any([call.signal, AbortSignal.timeout(limits.fetchedFileMs)]);
      let served: string | null = null;
      // Fetched when the workspace reads the bytes, which it does not where it refuses their place.
      const bytes = bytesOf(async () => {
        const response = await responseOf(fetchFile, file, signal);
        served = response.headers.get('content-type');
        return response;
      });
      const source = {
        fileName,
        bytes,
        get contentType() {
          return contentType ?? served ?? 'application/octet-stream';
        },
      };
      return workspace.files.upload({ ...fields, file: source });
    },
  });

async function responseOf(fetchFile: FetchFile, { download_url }: HostFile, signal: AbortSignal): Promise<Response> {
  const url = new URL(download_url);
  const asked = fetchFile(url, { signal });
  if (!asked) {
    throw invalidRequest('/file/download_url', `is at ${url.host}, which --file-hosts of the gateway does not name`);
  }
  const response = await asked.catch(() => {
    throw notFetched(`could not be fetched from ${url.host}`);
  });
  if (response.status === 200) return response;
  await response.body?.cancel();
  throw notFetched(`could not be fetched: ${url.host} answered ${response.status}`);
}

async function* bytesOf(fetched: () => Promise<Response>): AsyncGenerator<Uint8Array> {
  const { body } = await fetched();
  try {
    // The body is cancelled when nobody reads on.
    if (body) yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof WorkspaceError) throw error;
    throw notFetched('did not arrive whole');
  }
}

const notFetched = (words: string): WorkspaceError =>
  invalidRequest('/file', `${words}; send it again, or prepare an upload`);
