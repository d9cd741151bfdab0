import { wordsOf } from '../../src/answer/language/words.ts';
import { changeMeaning, unreadBy } from '../../src/answer/table/account.ts';
import { CellIndex } from '../../src/answer/table/cells-named.ts';
import { Describer, triggersOf } from '../../src/answer/table/features.ts';
import type { Grid, Single } from '../../src/answer/table/grid.ts';
import { GridQueries } from '../../src/answer/table/grid-query.ts';
import type { Reading } from '../../src/answer/table/reading.ts';
import { readingsOf } from '../../src/answer/table/readings/index.ts';
import { type Scene, sceneOf } from '../../src/answer/table/scene.ts';
import { taken } from '../../src/answer/table/take.ts';
import { signsOf } from '../../src/answer/table/model.ts';
import { answerKey } from './answers.ts';
import type { AskedQuestion } from './data.ts';

/** Numbers for names, given out as the names come, and in how many tables each came. */
export class Names {
  readonly ids = new Map<string, number>();
  readonly names: string[] = [];
  readonly tables: number[] = [];
  readonly #last: string[] = [];

  id(name: string, table: string): number {
    let id = this.ids.get(name);
    if (id === undefined) {
      this.ids.set(name, (id = this.ids.size));
      this.names.push(name);
      this.tables.push(0);
    }
    if (this.#last[id] !== table) {
      this.#last[id] = table;
      this.tables[id]! += 1;
    }
    return id;
  }
}

export interface Vocabulary {
  readonly clues: Names;
  readonly traits: Names;
  readonly triggers: Names;
}

/** One question with all its readings, in numbers. */
export interface Example {
  readonly asked: AskedQuestion;
  readonly triggers: Uint32Array;
  /** Clues of reading `i` stand from `clueStarts[i]` up to `clueStarts[i + 1]`. */
  readonly clues: Uint32Array;
  readonly clueStarts: Uint32Array;
  readonly traits: Uint16Array;
  readonly traitStarts: Uint32Array;
  /** Readings of one answer have one number. */
  readonly answers: Uint16Array;
  readonly right: Uint8Array;
  /** Readings that leave out a word which changes the question. */
  readonly isRefused: Uint8Array;
  readonly size: number;
}

export interface PreparedTable {
  readonly queries: GridQueries;
  readonly index: CellIndex;
}

export const prepared = (grid: Grid): PreparedTable => ({ queries: new GridQueries(grid), index: new CellIndex(grid) });

interface Tried {
  readonly scene: Scene;
  readonly readings: readonly { readonly reading: Reading; readonly values: readonly Single[] }[];
}

/** All readings of a question that answer something. */
/** The signs from which the confidence in one of its readings is computed. */
export function signsIn(example: Example, reading: number, { clues, traits, triggers }: Vocabulary): string[] {
  const named = (names: Names, ids: Uint32Array | Uint16Array, starts: Uint32Array) =>
    Array.from(ids.subarray(starts[reading], starts[reading + 1]), (id) => names.names[id]!);
  const description = {
    clues: named(clues, example.clues, example.clueStarts),
    traits: named(traits, example.traits, example.traitStarts),
  };
  return signsOf(
    description,
    Array.from(example.triggers, (id) => triggers.names[id]!),
  );
}

function tried(question: string, { queries, index }: PreparedTable): Tried {
  const scene = sceneOf(question, '', queries.grid.fields, (tokens) => index.named(tokens), queries);
  const readings = Array.from(readingsOf(scene), (reading) => ({
    reading,
    values: taken(queries.run(reading.body), reading.take),
  }));
  return { scene, readings: readings.filter(({ values }) => values.length > 0) };
}

export function exampleOf(asked: AskedQuestion, table: PreparedTable, names: Vocabulary): Example {
  const { scene, readings } = tried(asked.question, table);
  const describer = new Describer(scene);
  const wanted = answerKey(asked.answers);
  const keys = new Map<string, number>();
  const clues: number[] = [];
  const traits: number[] = [];
  const clueStarts = [0];
  const traitStarts = [0];
  const answers: number[] = [];
  const right: number[] = [];
  const isRefused: number[] = [];
  const words = wordsOf(asked.question);
  for (const { reading, values } of readings) {
    const described = describer.describe(reading, values);
    for (const clue of described.clues) clues.push(names.clues.id(clue, asked.table));
    for (const trait of described.traits) traits.push(names.traits.id(trait, asked.table));
    clueStarts.push(clues.length);
    traitStarts.push(traits.length);
    const key = answerKey(values);
    if (!keys.has(key)) keys.set(key, keys.size);
    answers.push(keys.get(key)!);
    right.push(key === wanted ? 1 : 0);
    isRefused.push(changeMeaning(unreadBy(reading, scene, words), words) ? 1 : 0);
  }
  return {
    asked,
    triggers: Uint32Array.from(triggersOf(scene), (trigger) => names.triggers.id(trigger, asked.table)),
    clues: Uint32Array.from(clues),
    clueStarts: Uint32Array.from(clueStarts),
    traits: Uint16Array.from(traits),
    traitStarts: Uint32Array.from(traitStarts),
    answers: Uint16Array.from(answers),
    right: Uint8Array.from(right),
    isRefused: Uint8Array.from(isRefused),
    size: readings.length,
  };
}
