import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { WorkspaceError } from '../../schemas/errors.ts';

export interface ZipEntry {
  /** With slashes, and unlike all others. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An entry as the directory at the end has it. */
interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
}

/**
 * A ZIP archive (APPNOTE 6.3.10), written as its entries come and never held as a whole. Sizes follow the bytes of an
 * entry. The directory takes the form ZIP64 only where an archive is too long for the common one.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Written[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const encoded = Buffer.from(name);
    const head = localHeader(encoded);
    yield head;
    const packing = new Packing();
    let packed = 0;
    for await (const piece of packing.of(bytes)) {
      packed += piece.byteLength;
      yield piece;
    }
    const { crc, size } = packing;
    if (size >= most32 || packed >= most32) throw tooLong();
    const descriptor = words(signatures.descriptor, crc, packed, size);
    yield descriptor;
    directory.push({ name: encoded, crc, size, packed, offset });
    offset += head.byteLength + packed + descriptor.byteLength;
  }
  let length = 0;
  for (const entry of directory) {
    const header = centralHeader(entry);
    length += header.byteLength;
    yield header;
  }
  yield endOf(directory.length, length, offset);
}

const most16 = 0xff_ff;
const most32 = 0xff_ff_ff_ff;

const tooLong = () =>
  new WorkspaceError('too_large', 'One entry has more than 4 GiB; export it by itself as csv or jsonl.', {
    maxBytes: most32,
  });

const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
} as const;

/** The bytes of an entry are deflated outside the thread that answers requests. */
class Packing {
  crc = 0;
  size = 0;

  async *of(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const deflate = createDeflateRaw();
    const fed = pipeline(this.#counted(bytes), deflate);
    // A reader who leaves destroys the stream; an error of the bytes comes out of it.
    fed.catch(() => {});
    yield* deflate as AsyncIterable<Uint8Array>;
    await fed;
  }

  async *#counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      this.crc = crc32(piece, this.crc);
      this.size += piece.byteLength;
      yield piece;
    }
  }
}

/** Names are UTF-8, and sizes come in a descriptor behind the bytes. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
const version64 = 45;
/** 1 January 1980, the first day that the format knows. */
const day = 0x21;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(signatures.local, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(day, 12);
  header.writeUInt16LE(name.byteLength, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, crc, size, packed, offset }: Written): Buffer {
  const far = offset >= most32 ? farOffset(offset) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(signatures.central, 0);
  header.writeUInt16LE(version64, 4);
  header.writeUInt16LE(far.byteLength > 0 ? version64 : version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(deflated, 10);
  header.writeUInt16LE(day, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.byteLength, 28);
  header.writeUInt16LE(far.byteLength, 30);
  header.writeUInt32LE(Math.min(offset, most32), 42);
  return Buffer.concat([header, name, far]);
}

/** An extra field of ZIP64 that holds an offset alone. */
function farOffset(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(length, most32), 12);
  end.writeUInt32LE(Math.min(offset, most32), 16);
  if (count < most16 && length < most32 && offset < most32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(signatures.end64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(version64, 12);
  end64.writeUInt16LE(version64, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(signatures.locator64, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, 4 * place);
  return bytes;
}
