import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance, Dicer } from '@fastify/busboy';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import type { FileSource } from '../../../schemas/files.ts';
import { limits } from '../../../schemas/limits.ts';

/**
 * Reads a form: the fields before the part `file`, and the file as an unread source. Nothing is buffered, so a slow
 * disk slows the sender.
 */
export async function readForm(request: IncomingMessage): Promise<Record<string, unknown> & { file: FileSource }> {
  const form = new Form(request);
  const file = await form.file;
  return { ...form.fields(), file };
}

class Form {
  readonly #fields = new Map<string, string>();
  readonly file: Promise<FileSource>;
  readonly #finished: Promise<void>;

  constructor(request: IncomingMessage) {
    const parser = busboyFor(request);
    const file = Promise.withResolvers<FileSource>();
    const finished = Promise.withResolvers<void>();
    let stream: (AsyncIterable<Uint8Array> & { destroy(error: Error): unknown }) | undefined;

    const fail = (error: Error) => {
      request.unpipe(parser);
      // Otherwise a field that was cut off by the end of the bytes would still arrive.
      parser.removeAllListeners('field');
      file.reject(error);
      finished.reject(error);
      stream?.destroy(error);
    };

    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated) return fail(invalidRequest(`/${name}`, 'is too long'));
      if (name === 'file') return fail(invalidRequest('/file', 'must be a file with a file name, not a text field'));
      if (this.#fields.has(name)) return fail(invalidRequest(`/${name}`, 'is there twice'));
      this.#fields.set(name, value);
    });
    parser.on('file', (name, part, fileName, _encoding, contentType) => {
      part.on('error', () => {});
      if (name !== 'file') return fail(invalidRequest(`/${name}`, 'is not a known part; the file goes into "file"'));
      if (stream) return fail(invalidRequest('/file', 'is there twice; send one file a request'));
      stream = part;
      file.resolve({
        fileName: unescaped(fileName ?? ''),
        contentType,
        bytes: bytesOf(part),
        allFields: () => this.#allFields(),
      });
    });
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => fail(tooManyParts()));
    parser.on('error', () => fail(malformed()));
    const finish = () => {
      file.reject(invalidRequest('/file', 'is missing; send the file as the multipart part "file"'));
      finished.resolve();
    };
    // The parser may report that the form ended too early only after it has finished.
    parser.on('finish', () => setImmediate(finish));
    request.on('close', () => {
      if (!request.complete) fail(malformed());
    });
    finished.promise.catch(() => {});

    this.file = file.promise;
    this.#finished = finished.promise;
    request.pipe(parser);
  }

  /** The fields received so far. */
  fields(): Record<string, string> {
    return Object.fromEntries(this.#fields);
  }

  async #allFields(): Promise<Record<string, string>> {
    await this.#finished;
    return this.fields();
  }
}

interface Parsing {
  _finished: boolean;
  _cb: (() => void) | undefined;
}

/**
 * Works around @fastify/busboy 3.2, which hangs on bytes that follow a form's end. It happens when the end shares a
 * chunk with an unread part. The bytes after the end belong to no part, so parsing continues.
 */
const parsing = Dicer.prototype as unknown as { _write(data: Buffer, encoding: string, goOn: () => void): void };
const writeToParser = parsing._write;
parsing._write = function (this: Parsing, data, encoding, goOn) {
  writeToParser.call(this, data, encoding, goOn);
  if (!this._finished || this._cb !== goOn) return;
  this._cb = undefined;
  goOn();
};

/** A form may end within its file. The parser reports only that with an error of its own. */
async function* bytesOf(part: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* part;
  } catch (error) {
    throw error instanceof WorkspaceError ? error : malformed();
  }
}

/**
 * Browsers and curl escape only these three characters of a file name (HTML standard, multipart/form-data encoding).
 */
const unescaped = (fileName: string) => fileName.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

function busboyFor(request: IncomingMessage): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new WorkspaceError('unsupported_media_type', 'Send the file as multipart/form-data with a boundary.');
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: {
        fieldNameSize: 100,
        fieldSize: limits.formFieldBytes,
        fields: mostFields,
        files: 2,
        parts: mostFields + 2,
        headerPairs: 20,
        headerSize: partHeaderBytes,
      },
    });
  } catch {
    throw malformed();
  }
}

/** Bytes per part: twice the longest path of a system. */
const partHeaderBytes = 8 * 1024;

/** Fields beside the file; every operation has fewer. */
const mostFields = 10;

const tooManyParts = () =>
  invalidRequest(
    '',
    `must have at most ${mostFields} fields beside the file; send only the parts that the operation takes`,
  );

function malformed(): WorkspaceError {
  return new WorkspaceError(
    'invalid_request',
    'The form ended too early or is not well-formed multipart/form-data; nothing was kept. Send it again.',
  );
}
