import type { Body, Payload } from './body.ts';
import type { CallOptions } from './options.ts';
import { type Input, textOf } from './requests.ts';
import { canSendStreams } from './transport.ts';
import { type Source, sourceOf, type Uploaded } from './uploads.ts';

/** The types of browsers do not know `from`, which only Node calls here. */
const streams = ReadableStream as unknown as { from(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> };

/**
 * A file and its fields as multipart/form-data. The fields come first, because the gateway reads a form as a stream.
 */
export async function formOf(file: Uploaded, fields: Input, onProgress: CallOptions['onProgress']): Promise<Body> {
  const source = await sourceOf(file);
  const form = new Form(source, fields, onProgress);
  return { isRepeatable: source.isRepeatable, open: () => (canSendStreams ? form.asStream() : form.asBlob()) };
}

class Form {
  readonly #source: Source;
  readonly #boundary = `----${crypto.randomUUID()}`;
  readonly #head: Uint8Array<ArrayBuffer>;
  readonly #tail: Uint8Array<ArrayBuffer>;
  readonly #onProgress: NonNullable<CallOptions['onProgress']>;

  constructor(source: Source, fields: Input, onProgress: CallOptions['onProgress'] = () => {}) {
    const parts = Object.entries(fields).map(([name, value]) => `${this.#part(name)}\r\n\r\n${textOf(value)}\r\n`);
    const file = `${this.#part('file')}; filename="${escaped(source.fileName)}"\r\ncontent-type: ${source.contentType}`;
    this.#source = source;
    this.#head = new TextEncoder().encode(`${parts.join('')}${file}\r\n\r\n`);
    this.#tail = new TextEncoder().encode(`\r\n--${this.#boundary}--\r\n`);
    this.#onProgress = onProgress;
  }

  /** Read while it is sent, and never held as a whole. */
  asStream(): Payload {
    const { size } = this.#source;
    const length = size === undefined ? undefined : { 'content-length': String(this.#around + size) };
    let failure: Error | undefined;
    return {
      headers: { ...this.#type, ...length },
      content: streams.from(this.#written((error) => (failure = error))),
      failure: () => failure,
    };
  }

  async asBlob(): Promise<Payload> {
    const file = await this.#source.asBlob();
    return {
      headers: this.#type,
      content: new Blob([this.#head, file, this.#tail]),
      onSent: (bytes) => this.#report(Math.min(Math.max(bytes - this.#head.length, 0), file.size), file.size),
    };
  }

  async *#written(onFailure: (error: Error) => void): AsyncGenerator<Uint8Array> {
    yield this.#head;
    let bytes = 0;
    try {
      for await (const chunk of this.#source.open()) {
        yield chunk;
        bytes += chunk.length;
        this.#report(bytes, this.#source.size);
      }
    } catch (error) {
      onFailure(error as Error);
      throw error;
    }
    yield this.#tail;
  }

  #report(bytes: number, total: number | undefined): void {
    this.#onProgress({ bytes, ...(total !== undefined && { total }) });
  }

  get #around(): number {
    return this.#head.length + this.#tail.length;
  }

  get #type() {
    return { 'content-type': `multipart/form-data; boundary=${this.#boundary}` };
  }

  #part(name: string): string {
    return `--${this.#boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
  }
}

/** Escaped as in the HTML standard (multipart/form-data encoding). */
const escaped = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
