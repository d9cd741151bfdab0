import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { limits } from '../../schemas/limits.ts';
import { Unreadable } from './extracted-text.ts';

/** The first bytes of an encrypted Office document, which is not an archive. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** A ZIP archive in memory. All that is inflated from it counts together, so that a small one cannot become huge. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number = limits.archiveBytes;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(bytes: Buffer): Promise<Archive> {
    if (bytes.subarray(0, compoundFile.length).equals(compoundFile)) throw new Unreadable('encrypted');
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    if (zip.entryCount > limits.archiveEntries) throw new Unreadable('too_large');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return new Archive(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The inflated bytes of an entry, a piece at a time. */
  async *read(name: string): AsyncIterable<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`The archive has no ${name}.`);
    if (entry.isEncrypted()) throw new Unreadable('encrypted');
    for await (const piece of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      this.#left -= piece.byteLength;
      if (this.#left < 0) throw new Unreadable('too_large');
      yield piece;
    }
  }
}
