import type { Filters } from '../../../schemas/queries.ts';
import { isMultiple } from '../../../schemas/fields.ts';
import { isContent } from '../language/accounting.ts';
import type { Word } from '../language/words.ts';
import { stemOf } from '../language/stems.ts';
import { labelWords } from '../language/words.ts';
import { isDate, isNumber, type SubjectField } from '../plain/named.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Work } from '../../turns/turn.ts';
import { type Bound, takeBounds } from '../free/amounts.ts';
import { flagFilter, isFlag, type Spans, takeEmpty, takeFlags, takeTimes } from '../free/conditions.ts';
import { speaksOf } from '../free/fields.ts';
import { fillers, moments, personal } from '../free/lexicon.ts';
import { isNegatedAt, isNegatedBehind } from '../free/negations.ts';
import { Scene } from '../free/scene.ts';
import { type Condition, conditionsOf, mentionsIn } from '../free/values.ts';

/** A set of words of a question, one bit for each. */
export type Mask = number;
export const mostWords = 30;

export const maskOf = (from: number, to: number): Mask => {
  let mask = 0;
  for (let at = from; at < to; at += 1) mask |= 1 << at;
  return mask;
};

/** Conditions that a question may set together, the words that they read, and names that describe them. */
export interface World {
  readonly conditions: readonly Condition[];
  readonly mask: Mask;
  readonly features: readonly string[];
}

/** The conditions that a question may set beside one table, without what it asks. */
export interface Parts {
  readonly scene: Scene;
  readonly worlds: readonly World[];
  /** Words that name a value or a time, also where no condition takes them. */
  readonly valued: Mask;
  readonly timed: Mask;
  /** Amounts, which groups may have to reach instead of records. */
  readonly bounds: readonly Bound[];
}

export function* partsOf(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
  spans: Spans,
): Work<Parts> {
  const scene = new Scene(words, subject, cells);
  const { line } = scene;
  scene.mentions = yield* mentionsIn(line, subject, cells);
  for (const { from, to } of scene.mentions) line.read(from, to, 'condition');
  const values = conditionsOf(line, scene.mentions);
  yield;
  const times = takeTimes(line, subject, today, spans);
  yield;
  const bounds = takeBounds(line, subject, scene.left());
  const flags = takeFlags(line, subject);
  const empty = takeEmpty(line, subject);
  yield;
  const amounts = bounds.flatMap(({ field, operator, value, from, to, isOfTimes }): Condition[] =>
    field && !isOfTimes
      ? [{ field: field.key, filter: { field: field.key, operator, value }, from, to, kind: 'amount' }]
      : [],
  );
  const soft = yield* softConditions(scene);
  const own = [...values, ...flags, ...empty, ...amounts];
  const worlds = timesOn(scene, times).flatMap((timed) => variants(scene, own, timed, soft));
  return {
    scene,
    worlds,
    valued: scene.mentions.reduce((mask, { from, to }) => mask | maskOf(from, to), 0),
    bounds,
    timed: times.reduce((mask, { from, to }) => mask | maskOf(from, to), 0),
  };
}

interface Timed {
  readonly times: readonly Condition[];
  readonly features: readonly string[];
}

/** The times on the date that seems to be meant, and on each other one. */
function timesOn(scene: Scene, times: readonly Condition[]): Timed[] {
  if (times.length === 0) return [{ times, features: [] }];
  const named = {
    times,
    features: ['time on the date that seems meant', ...times.flatMap((one) => timeFeatures(scene, one))],
  };
  const others = scene.dates
    .filter(({ key }) => times.some(({ field }) => field !== key))
    .map(({ key }) => {
      const moved = times.map((one) => ({
        ...one,
        field: key,
        filter: { ...one.filter, field: key } as Filters[number],
      }));
      return { times: moved, features: ['time on another date', ...timeFeatures(scene, moved[0]!)] };
    });
  return [named, ...others.slice(0, 3)];
}

function timeFeatures(scene: Scene, { field: key }: Condition): string[] {
  const field = scene.fieldOf(key);
  if (!field) return [];
  const isTold = scene.line.words.some((word) => speaksOf(word, field) || isMoment(word, field));
  return [`time told ${isTold}`, `time first ${scene.dates[0] === field}`, ...pairsOf(scene, field, 'date')];
}

export const isMoment = (word: Word, field: SubjectField): boolean =>
  moments.get(word.folded)?.some((one) => field.label.toLowerCase().includes(one)) === true;

/** The words of a question beside those of a label. */
export function pairsOf({ line }: Scene, { label }: SubjectField, kind: string): string[] {
  const roots = labelWords(label).map(({ folded }) => folded);
  return line.words.flatMap((word) =>
    word.kind === 'plain' ? roots.map((root) => `${kind} ${word.folded} ${root}`) : [],
  );
}

const kindsOf = (scene: Scene, { kind, isNot, field, mentions = [] }: Condition): string[] => [
  `has ${kind}`,
  `has ${kind} ${isNot === true ? 'not' : ''}`,
  ...(kind === 'value' ? [`value whole ${mentions.every(({ isWhole }) => isWhole)} ${field === 'title'}`] : []),
  ...(kind === 'value' && mentions.length > 1 ? ['several values of a field'] : []),
];

function variants(scene: Scene, own: readonly Condition[], { times, features }: Timed, soft: readonly Soft[]): World[] {
  const all = [...own, ...times];
  const world = (conditions: readonly Condition[], more: readonly string[], reads = 0): World => ({
    conditions,
    mask: conditions.reduce((mask, one) => mask | maskOf(one.from, one.to) | negationsOf(scene, one), reads),
    features: [
      ...(conditions.some(({ kind }) => kind === 'time') ? features : []),
      ...conditions.flatMap((one) => kindsOf(scene, one)),
      ...more,
    ],
  });
  const dropped = all.map((one) =>
    world(
      all.filter((other) => other !== one),
      [`dropped ${one.kind}`],
    ),
  );
  const free = soft.filter(({ condition }) => !all.some(({ field }) => field === condition.field));
  const added = free.slice(0, 12).map((one) => world([...all, one.condition], one.features));
  const both = pairsAmong(free)
    .take(6)
    .map(([one, other]) => world([...all, one.condition, other.condition], [...one.features, ...other.features]));
  const turned = own.flatMap((one) => {
    const other = one.kind === 'flag' ? turnedFlag(scene, one) : undefined;
    return other
      ? [
          world(
            all.map((some) => (some === one ? other : some)),
            [
              `flag turned ${one.isNot === true ? 'to yes' : 'to no'}`,
              `flag turned beside not ${turning.test(scene.line.words.find(({ folded }) => turning.test(folded))?.folded ?? '')}`,
            ],
          ),
        ]
      : [];
  });
  const moved = own.flatMap((one) =>
    one.kind === 'amount'
      ? scene.fields
          .filter((field) => isNumber(field) && field.key !== one.field)
          .slice(0, 5)
          .map((field) =>
            world(
              all.map((some) =>
                some === one ? { ...one, field: field.key, filter: { ...one.filter, field: field.key } } : some,
              ),
              ['amount of another number', ...pairsOf(scene, field, 'number')],
            ),
          )
      : [],
  );
  return [world(all, []), ...turned, ...moved, ...(all.length > 1 || own.length > 0 ? dropped : []), ...added, ...both];
}

/** Two hints of different words at different fields. */
function* pairsAmong(soft: readonly Soft[]): Generator<readonly [Soft, Soft]> {
  for (const [at, one] of soft.entries())
    for (const other of soft.slice(at + 1))
      if (other.condition.field !== one.condition.field && other.condition.from !== one.condition.from)
        yield [one, other];
}

function turnedFlag(scene: Scene, one: Condition): Condition | undefined {
  const field = scene.fieldOf(one.field);
  if (!field) return undefined;
  const isYes = JSON.stringify(one.filter) === JSON.stringify(flagFilter(field, true));
  return { ...one, filter: flagFilter(field, !isYes), isNot: isYes };
}

/** The words that turn a condition round. */
function negationsOf({ line }: Scene, { isNot, from, to }: Condition): Mask {
  if (!isNot) return 0;
  let mask = 0;
  for (let at = Math.max(0, from - 6); at < Math.min(line.words.length, to + 4); at += 1)
    if (turning.test(line.words[at]!.folded)) mask |= 1 << at;
  return mask;
}

const turning =
  /^(?:not|no|never|without|except|excluding|excl|neither|nor|non|nobody|none|un|minus|besides|missing|lacking|apart|aside|leaving|other|rather|but|\p{L}+n['’]t)$/u;

interface Soft {
  readonly condition: Condition;
  readonly features: readonly string[];
}

/** Words by which something is said not to have happened yet. */
const lacking = /\b(?:still|yet|open|pending|missing|waiting|outstanding|not|never|no|without|\p{L}+n['’]t)\b/u;
const mostChoices = 30;
/** Further hints are not looked for. Two of them are put together at a time. */
const mostSoft = 24;
const leastShared = 4;

/** Conditions that a word only hints at: a choice that begins alike, or a field that is given or empty. */
function* softConditions(scene: Scene): Work<Soft[]> {
  const { line, fields } = scene;
  const isLacking = lacking.test(line.words.map(({ folded }) => folded).join(' '));
  const found: Soft[] = [];
  for (const [at, word] of line.words.entries()) {
    if (!line.isLeft(at) || !mayHint(word)) continue;
    const isNot = isNegatedAt(line, at) || isNegatedBehind(line, at + 1) || /^un|less$/u.test(word.folded);
    for (const field of fields) {
      if (found.length >= mostSoft) return found;
      yield;
      const hint = { word, field, isNot, from: at, to: at + 1 };
      found.push(...hintedChoices(hint), ...hintedPresence(hint, isLacking));
    }
  }
  return found;
}

/** A word that may say something of a field. */
interface Hint extends Pick<Condition, 'isNot' | 'from' | 'to'> {
  readonly word: Word;
  readonly field: SubjectField;
}

const mayHint = ({ kind, folded }: Word): boolean =>
  kind !== 'stop' && kind !== 'number' && isContent(folded) && !fillers.has(folded) && folded.length >= 4;

/** "Urgent" beside the choice "Urgently needed". */
function hintedChoices({ word, field, ...place }: Hint): Soft[] {
  const { choices = [] } = field.options ?? {};
  if (choices.length > mostChoices || isFlag(field)) return [];
  return choices.flatMap(({ key, label }): Soft[] => {
    const likeness = likenessOf(word, label);
    if (!likeness) return [];
    const filter: Filters[number] = isMultiple(field)
      ? { field: field.key, operator: place.isNot ? 'has_none_of' : 'has_any_of', value: [key] }
      : { field: field.key, operator: place.isNot ? 'neq' : 'eq', value: key };
    return [
      {
        condition: { ...place, field: field.key, filter, kind: 'value' },
        features: [`soft value ${likeness}`, `soft value ${word.folded} ${label.toLowerCase()}`],
      },
    ];
  });
}

/** "Paid" beside the date `Paid on`, which is given or empty. */
function hintedPresence({ word, field, isNot, ...place }: Hint, isLacking: boolean): Soft[] {
  if (isFlag(field) || !(speaksOf(word, field) || isMoment(word, field)) || isOfSomebody(field)) return [];
  const kind = isDate(field) ? 'date' : isNumber(field) ? 'number' : 'text';
  const spot = { ...place, field: field.key, kind: 'empty' as const };
  const empty: Soft = {
    condition: { ...spot, filter: { field: field.key, operator: 'is_empty' }, isNot: true },
    features: [`soft empty ${kind} ${isNot ? 'not' : ''}`, `soft empty ${word.folded}`],
  };
  const given: Soft = {
    condition: { ...spot, filter: { field: field.key, operator: 'is_not_empty' }, isNot: false },
    features: [`soft given ${kind} ${isNot ? 'not' : ''}`, `soft given ${word.folded}`],
  };
  const mayBeEmpty = isNot || (kind === 'date' && isLacking);
  const mayBeGiven = kind === 'date' || /(?:ed|en)$/u.test(word.folded);
  return [...(mayBeEmpty ? [empty] : []), ...(mayBeGiven ? [given] : [])];
}

/** Whether a field holds people who do something. "Booked" does not say whether there is a `Booking agent`. */
const isOfSomebody = ({ label }: SubjectField): boolean => {
  const named = labelWords(label);
  return named.length > 1 && personal.test(named.at(-1)!.folded);
};

function likenessOf(word: Word, label: string): string | undefined {
  for (const one of labelWords(label)) {
    if (one.kind === 'number') continue;
    if (one.root === word.root || stemOf(one.folded) === stemOf(word.folded)) return 'stem';
    const most = Math.min(one.folded.length, word.folded.length);
    let shared = 0;
    while (shared < most && one.folded[shared] === word.folded[shared]) shared += 1;
    if (shared >= leastShared && shared >= most - 2) return 'beginning';
  }
  return undefined;
}
