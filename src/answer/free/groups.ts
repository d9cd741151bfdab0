import type { Interval } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { isContent } from '../language/accounting.ts';
import { isFlag, type Spans } from './conditions.ts';
import { fieldAt, personMeant } from './fields.ts';
import type { Frame, Group } from './frame.ts';
import { fillers, moneys } from './lexicon.ts';
import { averaging, comparing, grouping, least, middling, most, period } from './patterns.ts';
import { type Scene, weights } from './scene.ts';
import type { Condition } from './values.ts';
import { eachWeekday } from './days/weekdays.ts';

/** How far behind "per" its field may stand. */
const mostBetween = 3;
const mostGroups = 2;

/** The field of "dogs vs cats", or of "with a battery against homes without". */
export function versusIn(scene: Scene, values: readonly Condition[], flags: readonly Condition[]): string | undefined {
  const isOfEach = averaging.test(scene.whole) || middling.test(scene.whole);
  const isApart = isOfEach && values.some((one) => isAndBetween(scene, one));
  if (!isApart && !comparing.test(scene.line.text)) return undefined;
  const pair = values.find(
    ({ mentions = [], isNot, field }) =>
      !isNot &&
      mentions.length === 2 &&
      field !== 'title' &&
      new Set(mentions.flatMap((one) => one.values)).size >= mentions.length,
  );
  if (pair) return pair.field;
  const flag = /\b(?:without|others?|not|non)\b/u.test(scene.whole) ? flags[0] : undefined;
  if (flag) scene.readNegations(flag.from, scene.line.words.length);
  return flag?.field;
}

/** Whether two values stand apart: "for bars and for shops". */
function isAndBetween({ line }: Scene, { isNot, mentions = [] }: Condition): boolean {
  const [one, other] = mentions;
  if (isNot || mentions.length !== 2) return false;
  const between = line.words.slice(one!.to, other!.from).map(({ folded }) => folded);
  return between.includes('and') && between.some((word) => /^(?:for|of|in|at|those|by|on|with)$/u.test(word));
}

/** Two values of a field as conditions. */
export function pairOf(values: readonly Condition[], key: string): Frame['compared'] {
  const mentions = values.find(({ field }) => field === key)?.mentions ?? [];
  if (mentions.length !== 2) return undefined;
  const [one, other] = mentions.map(({ values: some }): Filters[number] =>
    some.length === 1 ? { field: key, operator: 'eq', value: some[0] } : { field: key, operator: 'in', value: some },
  );
  return [one!, other!];
}

/** Takes groups such as "per vet", "by reason" and "for each kind of flour". */
export function takeGroups(scene: Scene): Group[] {
  const { line } = scene;
  const groups: Group[] = [];
  for (const match of line.text.matchAll(grouping)) {
    const [from, behind] = line.wordsIn(match);
    const group = groupBehind(scene, behind, match[0]);
    if (group === undefined || groups.some((one) => JSON.stringify(one) === JSON.stringify(group))) continue;
    line.read(from, behind, 'group');
    // Per record is of the records anyway.
    if (group !== scene.fields[0]?.key) groups.push(group);
  }
  return groups.slice(0, mostGroups);
}

function groupBehind(scene: Scene, behind: number, by: string): Group | undefined {
  const { line } = scene;
  for (let at = behind; at < Math.min(behind + mostBetween, line.words.length); at += 1) {
    const { folded } = line.words[at]!;
    if (!line.isLeft(at)) return undefined;
    const group = kindOf(scene, at) ?? fieldGroup(scene, at) ?? intervalAt(scene, at, by) ?? personAt(scene, at);
    if (group !== undefined) return group;
    if (isContent(folded) && !fillers.has(folded)) return undefined;
  }
  return undefined;
}

/** The field of the value in "kind of flour". */
function kindOf({ line, mentions }: Scene, at: number): string | undefined {
  if (!/^(?:kind|type|sort)s?$/u.test(line.words[at]!.folded) || line.words[at + 1]?.folded !== 'of') return undefined;
  const value = mentions.find(({ from }) => from === at + 2);
  if (value) line.read(at, at + 2, 'group');
  return value?.field.key;
}

function fieldGroup(scene: Scene, at: number): string | undefined {
  const { folded, root } = scene.line.words[at]!;
  const named = fieldAt(scene.left(), at);
  if (!named) return undefined;
  const isVague = isFlag(named.field) || moneys.has(folded) || interval.test(folded);
  if ((isVague && named.level < 2) || (scene.subject.called.has(root) && named.level < 3)) return undefined;
  scene.line.read(named.from, named.to, 'group');
  // "Per branch-month" is by both.
  scene.isUnclear ||= interval.test(scene.line.words[named.to]?.folded ?? '');
  scene.score += weights.spoken * named.level;
  return named.field.key;
}

const interval = /^(day|week|month|quarter|year)s?$/u;

function intervalAt(scene: Scene, at: number, by: string): Group | undefined {
  const unit = interval.exec(scene.line.words[at]!.folded)?.[1];
  const date = unit === undefined || by === 'each' ? undefined : scene.date();
  if (!date) return undefined;
  scene.line.read(at, at + 1, 'group');
  return { field: date.key, interval: unit as Interval };
}

function personAt({ line, subject }: Scene, at: number): string | undefined {
  if (!/^(?:person|people|head|colleague|employee)$/u.test(line.words[at]!.folded)) return undefined;
  const person = personMeant(line, subject, new Set());
  if (person) line.read(at, at + 1, 'group');
  return person?.key;
}

/** The condition of each day of the week. */
export function weekdaysOf(scene: Scene, spans: Spans): Frame['weekday'] {
  const date = scene.date();
  const span = date && spans.get(date.key);
  const each = span && eachWeekday(date.key, span);
  return each && { each };
}

/** Takes "which month", where something ranks it. */
export function takePeriod(scene: Scene): Frame['period'] {
  const { line } = scene;
  const match = period.exec(line.text);
  const date = match && scene.date();
  if (!date || !(most.test(scene.whole) || least.test(scene.whole))) return undefined;
  const behind = line.wordsIn(match)[1];
  line.read(behind - 1, behind, 'group');
  return { field: date.key, interval: match[1] as Interval };
}
