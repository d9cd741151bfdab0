import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AskedQuestion {
  readonly id: string;
  readonly split: 'train' | 'dev';
  readonly table: string;
  readonly question: string;
  readonly answers: readonly string[];
}

interface TableFile {
  readonly id: string;
  readonly csv: string;
}

export interface QuestionData {
  readonly questions: readonly AskedQuestion[];
  readonly tables: ReadonlyMap<string, string>;
}

/** `training.jsonl` and `tables.jsonl` in `folder`/wtq. */
export function readData(folder: string): QuestionData {
  const lines = (name: string) =>
    readFileSync(join(folder, 'wtq', name), 'utf8')
      .trimEnd()
      .split('\n');
  return {
    questions: lines('training.jsonl').map((line) => JSON.parse(line) as AskedQuestion),
    tables: new Map(
      lines('tables.jsonl')
        .map((line) => JSON.parse(line) as TableFile)
        .map(({ id, csv }) => [id, csv]),
    ),
  };
}

/** A table's fold is the same in every run. */
export function foldOf(table: string, folds: number): number {
  let hash = 2_166_136_261;
  for (const character of table) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % folds;
}
