import type { Word } from '../language/words.ts';
import { isHead } from '../plain/counted.ts';
import { isNumber, type SubjectField } from '../plain/named.ts';
import { averaging, changing, middling, sharing } from './patterns.ts';
import type { Scene } from './scene.ts';
import type { Condition } from './values.ts';

/** Whether a share is asked for, and not how far something changed in percent. */
export const asksForShare = ({ whole }: Scene): boolean =>
  sharing.test(whole) &&
  !averaging.test(whole) &&
  !middling.test(whole) &&
  !(changing.test(whole) && /\b(?:by how many|by what|how many) percent(?:age)?\b|\bpercent.*\bchange\b/u.test(whole));

/** The values of the whole and those of the part, where both name one field. */
export function wholeAndPart(scene: Scene): readonly [Scene['mentions'], Scene['mentions']] {
  const { mentions } = scene;
  const verb = verbIn(scene);
  const behind = mentions.filter(({ from }) => verb >= 0 && from > verb);
  const before = mentions.filter((one) => !behind.includes(one));
  const isOfOneField = behind.some(({ field }) => before.some((one) => one.field === field));
  return isOfOneField ? [before, behind] : [mentions, []];
}

/** The conditions of the part. They stand behind the verb, or a rate names them. */
export function partOf(scene: Scene, conditions: readonly Condition[]): readonly Condition[] {
  const free = conditions.filter(({ kind }) => kind !== 'time');
  const rated = ratedBy(scene, free);
  if (rated.length > 0) return rated;
  const verb = verbIn(scene);
  const behind = verb < 0 ? [] : free.filter(({ from }) => from > verb);
  if (behind.length > 0) return behind;
  const number = scene.named.find(({ field, from, level }) => from > verb && level >= 1 && isNumber(field))?.field;
  if (number === undefined || verb < 0) return free.slice(-1);
  scene.use(number);
  const { key } = number;
  return [{ field: key, filter: { field: key, operator: 'gt', value: 0 }, from: verb, to: verb, kind: 'amount' }];
}

/** The conditions just before "rate": "acceptance rate". */
function ratedBy({ line, whole }: Scene, conditions: readonly Condition[]): readonly Condition[] {
  const match = /\b\p{L}+ rate\b/u.exec(whole);
  if (!match) return [];
  const [at] = line.wordsIn(match);
  const own = conditions.filter(({ from, to }) => from >= at - 3 && to <= at + 1);
  if (own.length > 0) line.read(at, at + 1, 'condition');
  return own;
}

/** Whether the share is of an amount, which is then named before the verb. */
export function sharesAmount(scene: Scene, measure: SubjectField | undefined): boolean {
  const { words } = scene.line;
  if (!measure || /\b\p{L}+ rate\b/u.test(scene.whole)) return false;
  const of = placeOfOf(words);
  const verb = verbIn(scene);
  const end = verb < 0 ? words.length : verb;
  const isOfRecords = words
    .slice(of + 1, end)
    .some((word) => isHead(word, scene.subject) || /^(?:entries|everything)$/u.test(word.folded));
  const isNamed = scene.named.some(
    ({ field, from, to }) => field === measure && from > of && to <= end && !isPluralOf(words[from]!, measure),
  );
  return isNamed && !isOfRecords;
}

/** Records are called by a number that each has: the "quotes" of `Quote`. */
const isPluralOf = ({ folded }: Word, { label }: SubjectField): boolean => folded === `${label.toLowerCase()}s`;

const placeOfOf = (words: readonly Word[]): number => words.findIndex(({ folded }) => folded === 'of');

/** The verb between the whole and the part, or else a weaker word that joins them. */
function verbIn({ line }: Scene): number {
  const of = placeOfOf(line.words);
  const isLeft = (at: number) => at > of + 1 && line.ruleOf(at) === undefined;
  const strong = line.words.findLastIndex(({ folded }, at) => isLeft(at) && strongVerbs.test(folded));
  return strong >= 0 ? strong : line.words.findIndex(({ folded }, at) => isLeft(at) && weakVerbs.test(folded));
}

const strongVerbs =
  /^(?:is|are|was|were|have|has|had|do|does|did|come|came|comes|went|go|end|ended|depends?|needs|asks|got|get|arrived?)$/u;
const weakVerbs = /^(?:with|that|who|in|on|from|at)$/u;
