import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Several pieces are one content. The same piece is packed once, however often it comes. */
  readonly content: string | Uint8Array | readonly Uint8Array[];
  /** Says that it is encrypted. */
  readonly encrypted?: boolean;
}

/** A ZIP archive. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, encrypted = false } of entries) {
    const pieces = piecesOf(content);
    const packed = packedPieces(pieces);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800 | (encrypted ? 1 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(
      pieces.reduce((sum, piece) => crc32(piece, sum), 0),
      10,
    );
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(
      pieces.reduce((length, piece) => length + piece.length, 0),
      18,
    );
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, more, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

const piecesOf = (content: ZipEntry['content']): readonly Uint8Array[] =>
  typeof content === 'string' ? [Buffer.from(content)] : content instanceof Uint8Array ? [content] : content;

const nothing = deflateRawSync('');

/** Flushed whole, packed pieces follow one another; what packs nothing ends them. */
function packedPieces(pieces: readonly Uint8Array[]): Buffer {
  const [only] = pieces;
  if (pieces.length === 1) return only!.length === 0 ? nothing : deflateRawSync(only!);
  const packed = new Map<Uint8Array, Buffer>();
  for (const piece of new Set(pieces))
    packed.set(piece, deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }));
  return Buffer.concat([...pieces.map((piece) => packed.get(piece)!), nothing]);
}
