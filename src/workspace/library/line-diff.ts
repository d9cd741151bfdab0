import { formatPatch, type StructuredPatchHunk } from 'diff';
import type { Work } from '../../turns/turn.ts';

const context = 3;

/** Lines that are read, and steps that are tried, between two moments at which others may go on. */
const linesAtOnce = 2_000;
const stepsAtOnce = 50_000;

interface Compared {
  readonly name: string;
  readonly content: string;
}

export interface Bounds {
  /** Ends of lines in either text. */
  readonly lines: number;
  /** Lines removed and added. */
  readonly changes: number;
  /** About how long the patch grows; the rest of it is left out. */
  readonly characters: number;
}

/** A unified diff; nothing where it is beyond its bounds. Our own, since the package `diff` compares in one go. */
export function* unifiedDiff(from: Compared, to: Compared, bounds: Bounds): Work<string | undefined> {
  const numbers = new Map<string, number>();
  const before = yield* linesOf(from.content, numbers, bounds.lines);
  const after = before && (yield* linesOf(to.content, numbers, bounds.lines));
  if (!before || !after) return undefined;
  const runs = yield* runsBetween(before.numbers, after.numbers, bounds.changes);
  if (!runs) return undefined;
  const hunks = hunksOf(runs, before.lines, after.lines, bounds.characters);
  return formatPatch({
    oldFileName: from.name,
    newFileName: to.name,
    oldHeader: undefined,
    newHeader: undefined,
    hunks,
  });
}

interface Lines {
  /** With their ends. */
  readonly lines: readonly string[];
  /** Equal lines have equal numbers. */
  readonly numbers: Int32Array;
}

/** The lines of a text, numbered together with those of another one; nothing when more than `most` of them end. */
function* linesOf(text: string, numberOf: Map<string, number>, most: number): Work<Lines | undefined> {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1;
    if (end > 0 && lines.length === most) return undefined;
    lines.push(text.slice(start, end || undefined));
    start = end || text.length;
    if (lines.length % linesAtOnce === 0) yield;
  }
  const numbers = new Int32Array(lines.length);
  for (const [at, line] of lines.entries()) {
    if (at % linesAtOnce === 0) yield;
    const number = numberOf.get(line) ?? numberOf.size;
    numberOf.set(line, number);
    numbers[at] = number;
  }
  return { lines, numbers };
}

/** Lines one after the other that are in both texts, or in one alone. */
interface Run {
  readonly sign: ' ' | '-' | '+';
  count: number;
}

/** The shortest way from one text to the other; nothing when it changes more than `most` lines. */
function* runsBetween(before: Int32Array, after: Int32Array, most: number): Work<Run[] | undefined> {
  const edits = yield* shortestEdits(before, after, most);
  if (!edits) return undefined;
  const runs: Run[] = [];
  const add = (sign: Run['sign'], count: number) => {
    const last = runs.at(-1);
    if (last?.sign === sign) last.count += count;
    else if (count > 0) runs.push({ sign, count });
  };
  let [x, y] = [0, 0];
  for (const isAdded of [...edits, undefined]) {
    const common = commonLength(before, after, x, y);
    add(' ', common);
    x += common;
    y += common;
    if (isAdded === undefined) break;
    add(isAdded ? '+' : '-', 1);
    if (isAdded) y += 1;
    else x += 1;
  }
  return runs;
}

function commonLength(before: Int32Array, after: Int32Array, x: number, y: number): number {
  let length = 0;
  while (x + length < before.length && y + length < after.length && before[x + length] === after[y + length])
    length += 1;
  return length;
}

/**
 * The shortest edits, in order; true adds a line, false removes one (Myers, "An O(ND) Difference Algorithm"). On
 * diagonal `k`, removed lines exceed added lines by `k`.
 */
function* shortestEdits(before: Int32Array, after: Int32Array, most: number): Work<boolean[] | undefined> {
  /** How far into `before` the ways have come, by diagonal; the middle is diagonal 0. */
  const furthest = new Int32Array(2 * most + 3).fill(-1);
  const middle = most + 1;
  furthest[middle + 1] = 0;
  /** By number of edits and diagonal: whether the last edit added a line. */
  const lastAdded: Uint8Array[] = [];
  let [lowest, highest] = [-most, most];
  let steps = 0;
  for (let edits = 0; edits <= most; edits += 1) {
    const added = new Uint8Array(edits + 1);
    lastAdded.push(added);
    for (let k = Math.max(lowest, -edits); k <= Math.min(highest, edits); k += 2) {
      const [removing, adding] = [furthest[middle + k - 1]!, furthest[middle + k + 1]!];
      const isAdded = removing < adding;
      const start = isAdded ? adding : removing + 1;
      const x = start + commonLength(before, after, start, start - k);
      furthest[middle + k] = x;
      added[(edits + k) / 2] = Number(isAdded);
      if (x === before.length && x - k === after.length) return wayBack(lastAdded, k);
      // From an edge of the texts there is one way on.
      if (x === before.length) highest = Math.min(highest, k - 1);
      if (x - k === after.length) lowest = Math.max(lowest, k + 1);
      steps += 1 + x - start;
      if (steps < stepsAtOnce) continue;
      steps = 0;
      yield;
    }
  }
  return undefined;
}

function wayBack(lastAdded: readonly Uint8Array[], end: number): boolean[] {
  const way: boolean[] = [];
  let k = end;
  for (let edits = lastAdded.length - 1; edits > 0; edits -= 1) {
    const isAdded = lastAdded[edits]![(edits + k) / 2] === 1;
    way.push(isAdded);
    k += isAdded ? 1 : -1;
  }
  return way.toReversed();
}

/** Changes with the lines around them. Lines stop once they fill this many characters. */
function hunksOf(
  runs: readonly Run[],
  before: readonly string[],
  after: readonly string[],
  characters: number,
): StructuredPatchHunk[] {
  const hunks: StructuredPatchHunk[] = [];
  let hunk: StructuredPatchHunk | undefined;
  let [x, y, left] = [0, 0, characters];
  const show = (sign: Run['sign'], start: number, count: number) => {
    if (sign !== '+') hunk!.oldLines += count;
    if (sign !== '-') hunk!.newLines += count;
    const lines = sign === '+' ? after : before;
    for (let at = start; at < start + count && left >= 0; at += 1) {
      const line = lines[at]!.slice(0, left + 1);
      left -= line.length;
      hunk!.lines.push(`${sign}${line.replace(/\n$/, '')}`);
      if (!line.endsWith('\n')) hunk!.lines.push('\\ No newline at end of file');
    }
  };
  for (const [index, { sign, count }] of runs.entries()) {
    if (!hunk && left < 0) break;
    if (sign === ' ') {
      const isBetween = hunk !== undefined && index < runs.length - 1 && count <= 2 * context;
      if (hunk) show(' ', x, isBetween ? count : Math.min(count, context));
      if (!isBetween) hunk = undefined;
    } else {
      if (!hunk) {
        const shown = Math.min(context, index > 0 ? runs[index - 1]!.count : 0);
        hunk = { oldStart: x - shown + 1, oldLines: 0, newStart: y - shown + 1, newLines: 0, lines: [] };
        hunks.push(hunk);
        show(' ', x - shown, shown);
      }
      show(sign, sign === '+' ? y : x, count);
    }
    if (sign !== '+') x += count;
    if (sign !== '-') y += count;
  }
  return hunks;
}
