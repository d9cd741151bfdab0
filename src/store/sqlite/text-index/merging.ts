/** FTS5 then merges any two segments of a level. A search looks into every segment. */
const fewestMerged = 2;
/** 16 MiB, which take about a second. */
const mostPages = 4_096;
const fewestPages = 64;
/** The two commands change this much when nothing is left to merge (https://sqlite.org/fts5.html#the_merge_command). */
const changesOfNothing = 3;

/** FTS5 takes integers, and a bound number is none. */
const commandOf = (name: string, value: number) =>
  `insert into passage_words (passage_words, rank) values ('${name}', ${value});`;

const mergingOf = (pages: number) => commandOf('usermerge', fewestMerged) + commandOf('merge', pages);

/**
 * Merges segments of the index, step by step, until none is left to merge. `change` returns the number of changed rows,
 * or undefined when others wanted to write, and a shorter step follows. All passages of a word are merged in one go,
 * which takes long if there are many.
 */
export async function mergeInSteps(change: (statement: string) => Promise<number | undefined>): Promise<void> {
  for (let pages = mostPages; pages >= fewestPages; ) {
    const changed = await change(mergingOf(pages));
    if (changed === undefined) pages /= 4;
    else if (changed <= changesOfNothing) return;
  }
}
