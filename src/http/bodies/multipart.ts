import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance, Dicer } from '@fastify/busboy';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import type { FileSource } from '../../../schemas/files.ts';
import { limits } from '../../../schemas/limits.ts';

/**
 * A form with a file as the input of its operation: fields that came before the part `file`, and the file as a source
 * whose bytes have not been read yet. Nothing is buffered, so a slow disk slows the sender.
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
      // A field that the end of the bytes has cut off would come all the same.
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
    // That the form ended too early the parser may tell only after it has finished.
    parser.on('finish', () => setImmediate(finish));
    request.on('close', () => {
      if (!request.complete) fail(malformed());
    });
    finished.promise.catch(() => {});

    this.file = file.promise;
    this.#finished = finished.promise;
    request.pipe(parser);
  }

  /** What has come so far. */
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
 * @fastify/busboy 3.2 waits for ever when a form ends in the same piece of bytes as a part that is not read yet, and more follows.
 * What follows belongs to no part, so here it goes on.
 */
const parsing = Dicer.prototype as unknown as { _write(data: Buffer, encoding: string, goOn: () => void): void };
const writeToParser = parsing._write;
parsing._write = function (this: Parsing, data, encoding, goOn) {
  writeToParser.call(this, data, encoding, goOn);
  if (!this._finished || this._cb !== goOn) return;
  this._cb = undefined;
  goOn();
};

/** A form may end within its file; the parser tells only of that with an error of its own. */
async function* bytesOf(part: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* part;
  } catch (error) {
    throw error instanceof WorkspaceError ? error : malformed();
  }
}

/** Browsers and curl write these three of a file name as the HTML standard says (multipart/form-data encoding). */
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

/** Of one part: the longest path that a system has, and as much again. */
const partHeaderBytes = 8 * 1024;

/** Beside the file; no operation has so many. */
const mostFields = 10;

const tooManyParts = () =>
  invalidRequest('', `must have at most ${mostFields} fields beside the file; send those that the operation takes`);

function malformed(): WorkspaceError {
  return new WorkspaceError(
    'invalid_request',
    'The form ended too early or is not well-formed multipart/form-data; nothing was kept. Send it again.',
  );
}
