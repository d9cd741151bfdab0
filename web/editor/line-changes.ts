export type Lines = readonly string[];

/** Lines of one text, and the lines of another that took their place. Ends are behind the last line. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Edits that are found fast in the longest text. */
const fewEdits = 50;
/** How many lines are compared with how many edits. A part that takes more is one change. */
const mostEffort = 8_000_000;

/**
 * The changes that make one text of another, in order. If they are many, lines that each text holds once divide both
 * into short parts. A comparison of long parts takes minutes. The package `diff` would take 4 KiB of a page whose budget
 * is used up.
 */
export function lineChanges(before: Lines, after: Lines): LineChange[] {
  const whole = narrowed(before, after, { from: 0, to: before.length, newFrom: 0, newTo: after.length });
  const few = editsOf(before, after, whole, fewEdits);
  if (few) return joined(few);
  let effort = mostEffort;
  return partsOf(before, after, whole).flatMap((part) => {
    const length = part.to - part.from + part.newTo - part.newFrom;
    const most = Math.floor(effort / 2 / length);
    const edits = editsOf(before, after, part, most);
    effort -= length * (edits?.length ?? most);
    return edits ? joined(edits) : [part];
  });
}

/** The fewest lines to remove and add, found as Myers does. Nothing if they are more than `most`. */
function editsOf(before: Lines, after: Lines, part: LineChange, most: number): LineChange[] | undefined {
  const rows: Int32Array[] = [];
  const atEnd = part.to - part.newTo - (part.from - part.newFrom);
  for (let count = 0; count <= most; count += 1) {
    rows.push(reached(before, after, part, rows.at(-1)));
    const place = (atEnd + count) / 2;
    if (rows[count]![place] === part.to) return editsBack(rows, place, part);
  }
  return undefined;
}

/** How far one edit more gets on each diagonal. The one at a place has had as many removed lines. */
function reached(before: Lines, after: Lines, { from, to, newFrom, newTo }: LineChange, last?: Int32Array): Int32Array {
  const count = last?.length ?? 0;
  const row = new Int32Array(count + 1);
  for (let place = 0; place <= count; place += 1) {
    let line = last ? Math.max(last[place] ?? -1, (last[place - 1] ?? -2) + 1) : from;
    let newLine = line - from + newFrom + count - 2 * place;
    while (line < to && newLine < newTo && before[line] === after[newLine]) {
      line += 1;
      newLine += 1;
    }
    row[place] = line;
  }
  return row;
}

function editsBack(rows: readonly Int32Array[], end: number, { from, newFrom }: LineChange): LineChange[] {
  const edits: LineChange[] = [];
  let place = end;
  for (let count = rows.length - 2; count >= 0; count -= 1) {
    const row = rows[count]!;
    const isRemoved = (row[place - 1] ?? -2) + 1 > (row[place] ?? -1);
    if (isRemoved) place -= 1;
    const line = row[place]!;
    const newLine = line - from + newFrom + count - 2 * place;
    edits.push({ from: line, to: line + Number(isRemoved), newFrom: newLine, newTo: newLine + Number(!isRemoved) });
  }
  return edits.toReversed();
}

/** Edits that follow one another are one change. */
function joined(edits: readonly LineChange[]): LineChange[] {
  const changes: LineChange[] = [];
  for (const edit of edits) {
    const last = changes.at(-1);
    if (last?.to === edit.from && last.newTo === edit.newFrom)
      changes[changes.length - 1] = { ...last, to: edit.to, newTo: edit.newTo };
    else changes.push(edit);
  }
  return changes;
}

/** The parts between lines that both have, without the lines with which both sides of a part begin and end. */
function partsOf(before: Lines, after: Lines, whole: LineChange): LineChange[] {
  const parts: LineChange[] = [];
  let { from, newFrom } = whole;
  for (const [to, newTo] of [...commonOnce(before, after, whole), [whole.to, whole.newTo] as const]) {
    const part = narrowed(before, after, { from, to, newFrom, newTo });
    if (part.from < part.to || part.newFrom < part.newTo) parts.push(part);
    [from, newFrom] = [to + 1, newTo + 1];
  }
  return parts;
}

function narrowed(before: Lines, after: Lines, { from, to, newFrom, newTo }: LineChange): LineChange {
  let [start, newStart, end, newEnd] = [from, newFrom, to, newTo];
  while (start < end && newStart < newEnd && before[start] === after[newStart]) {
    start += 1;
    newStart += 1;
  }
  while (start < end && newStart < newEnd && before[end - 1] === after[newEnd - 1]) {
    end -= 1;
    newEnd -= 1;
  }
  return { from: start, to: end, newFrom: newStart, newTo: newEnd };
}

type Pair = readonly [place: number, newPlace: number];

/** Where lines stand that are once in both, as many as are in the same order. */
function commonOnce(before: Lines, after: Lines, { from, to, newFrom, newTo }: LineChange): Pair[] {
  const places = placesOfOnce(after, newFrom, newTo);
  const pairs: Pair[] = [];
  for (const [line, place] of placesOfOnce(before, from, to)) {
    const newPlace = places.get(line);
    if (newPlace !== undefined) pairs.push([place, newPlace]);
  }
  return inOrder(pairs);
}

function placesOfOnce(lines: Lines, from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (let place = from; place < to; place += 1) {
    const line = lines[place]!;
    if (places.has(line)) twice.add(line);
    places.set(line, place);
  }
  for (const line of twice) places.delete(line);
  return places;
}

interface Chain {
  readonly pair: Pair;
  readonly before: Chain | undefined;
}

/** The longest chain of pairs whose new places ascend as their places do. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  const ends: Chain[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]!.pair[1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, before: ends[low - 1] };
  }
  const found: Pair[] = [];
  for (let chain = ends.at(-1); chain; chain = chain.before) found.push(chain.pair);
  return found.toReversed();
}
