import type { Account } from './rest.ts';

/** All texts of the channel `board` that are stored: each version of each document. */
export class StoredTexts {
  readonly #reader: Account;
  readonly #texts = new Map<string, string>();

  constructor(reader: Account) {
    this.#reader = reader;
  }

  async read(): Promise<string> {
    let cursor: string | undefined;
    do {
      const page = await this.#reader.done(`GET /artifacts?channelId=board&limit=100${after(cursor)}`);
      for (const { id } of page.artifacts) await this.#readVersions(id);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return [...this.#texts.values()].join('\n');
  }

  /** Versions that are read already do not change. The newest come first. */
  async #readVersions(id: string): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await this.#reader.done(`GET /artifacts/${id}/versions?limit=100${after(cursor)}`);
      const unread = page.versions.filter(({ versionId }) => !this.#texts.has(versionId));
      for (const { versionId } of unread) {
        const { version } = await this.#reader.done(`GET /artifacts/${id}/versions/${versionId}`);
        this.#texts.set(versionId, version.content);
      }
      cursor = unread.length === page.versions.length ? page.nextCursor : undefined;
    } while (cursor !== undefined);
  }
}

const after = (cursor: string | undefined): string => (cursor === undefined ? '' : `&cursor=${cursor}`);
