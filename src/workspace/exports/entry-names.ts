import { cleanFileName } from '../library/file-names.ts';

/** Names of the entries of an archive, which differ on every file system. */
export class EntryNames {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** The path of a title in a folder. An equal one has a number before its ending. */
  free(folder: string, title: string, ending = endingOf(title)): string {
    const own = title.endsWith(ending) ? title.slice(0, title.length - ending.length) : title;
    const stem =
      cleanFileName(`${own.replaceAll(unsafe, '-')}${ending}`).slice(0, -ending.length || undefined) || 'Untitled';
    const key = `${folder}/${stem}${ending}`.toLowerCase();
    for (let number = this.#counts.get(key) ?? 1; ; number += 1) {
      const path = `${folder}/${stem}${number === 1 ? '' : ` (${number})`}${ending}`;
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#taken.add(path.toLowerCase());
      this.#counts.set(key, number + 1);
      return path;
    }
  }
}

/** Characters that a path or a file system takes for something else. */
const unsafe = /[/\\:*?"<>|]/g;

const endingOf = (fileName: string): string => /(?<=.)\.[^./\\]{1,20}$/.exec(fileName)?.[0] ?? '';
