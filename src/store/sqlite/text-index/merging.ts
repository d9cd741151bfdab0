/** FTS5 then merges any two segments of a level. A search looks into every segment. */
const fewestMerged = 2;
/** 16 MiB, which take about a second. */
const pagesAtOnce = 4_096;

/** FTS5 takes integers, and a bound number is none (https://sqlite.org/fts5.html#the_merge_command). */
const commandOf = (name: string, value: number) =>
  `insert into passage_words (passage_words, rank) values ('${name}', ${value});`;

/** Merges segments of the index. All passages of a word are merged in one go, which takes long if there are many. */
export const merging = commandOf('usermerge', fewestMerged) + commandOf('merge', pagesAtOnce);
