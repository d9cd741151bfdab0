import { posix } from 'node:path';
import { Archive } from './archive.ts';
import { readXml, type XmlHandlers } from './xml.ts';

interface Relationship {
  readonly id: string;
  /** The last word of its type, such as `slide`. */
  readonly type: string;
  readonly target: string;
}

/** An Office Open XML document: parts in an archive, and how they belong together. */
export class OfficeDocument {
  readonly #archive: Archive;

  private constructor(archive: Archive) {
    this.#archive = archive;
  }

  static open = async (bytes: Buffer): Promise<OfficeDocument> => new OfficeDocument(await Archive.open(bytes));

  /** The part that everything else hangs on. */
  async mainPart(): Promise<string> {
    const [main] = await this.related('', 'officeDocument');
    if (!main) throw new Error('The archive is not an Office document.');
    return main.target;
  }

  /** The parts of these types that a part refers to, in the order in which it lists them. */
  async related(part: string, ...types: readonly string[]): Promise<Relationship[]> {
    const { dir, base } = posix.parse(part);
    const list = posix.join(dir, '_rels', `${base}.rels`);
    const found: Relationship[] = [];
    await this.readIfThere(list, {
      open(name, { Id: id = '', Type = '', Target = '', TargetMode }) {
        if (name !== 'Relationship' || TargetMode === 'External') return;
        const type = Type.slice(Type.lastIndexOf('/') + 1);
        if (types.includes(type)) found.push({ id, type, target: posix.resolve('/', dir, Target).slice(1) });
      },
    });
    return found;
  }

  /** Reads a part, unless it is missing: then it says nothing. */
  async readIfThere(part: string, handlers: XmlHandlers): Promise<void> {
    if (this.#archive.has(part)) await readXml(this.#archive.read(part), handlers);
  }
}
