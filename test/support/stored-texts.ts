import type { Account } from './rest.ts';

/** Each version of each document and sheet of a channel, or only of those whose title is meant. */
export class StoredTexts {
  readonly #by: Account;
  readonly #channelId: string;
  readonly #isMeant: (title: string) => boolean;
  readonly #texts = new Map<string, string>();

  constructor(by: Account, channelId: string, isMeant = (_title: string): boolean => true) {
    this.#by = by;
    this.#channelId = channelId;
    this.#isMeant = isMeant;
  }

  async read(): Promise<string> {
    let cursor: string | undefined;
    do {
      const page = await this.#by.done(`GET /artifacts?channelId=${this.#channelId}&limit=100${after(cursor)}`);
      for (const { id, title } of page.artifacts) if (this.#isMeant(title)) await this.#readVersions(id);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return [...this.#texts.values()].join('\n');
  }

  /** Versions that are read already do not change. The newest come first. */
  async #readVersions(id: string): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await this.#by.done(`GET /artifacts/${id}/versions?limit=100${after(cursor)}`);
      const unread = page.versions.filter(({ versionId }) => !this.#texts.has(versionId));
      for (const { versionId } of unread) {
        const { version } = await this.#by.done(`GET /artifacts/${id}/versions/${versionId}`);
        this.#texts.set(versionId, version.content);
      }
      cursor = unread.length === page.versions.length ? page.nextCursor : undefined;
    } while (cursor !== undefined);
  }
}

const after = (cursor: string | undefined): string => (cursor === undefined ? '' : `&cursor=${cursor}`);
