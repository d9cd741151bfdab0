import type { Frame } from './frame.ts';
import { fillers, recordNouns, turning } from './lexicon.ts';
import { averaging, changing, comparing, counting, least, middling, most, sharing, summing } from './patterns.ts';
import { type Scene, weights } from './scene.ts';

/** The words that no part of a reading accounts for. Words for the records speak for the table. */
export function unreadIn(scene: Scene): string[] {
  const { line, subject } = scene;
  return line.words
    .filter((word, at) => {
      const { folded, root, kind } = word;
      if (!line.isLeft(at)) return false;
      if (scene.namesRecords(word) || subject.placed.has(root)) {
        scene.score += weights.records;
        return false;
      }
      if (kind === 'name' && !/^(?:the|i|we)$/u.test(folded)) return true;
      return turning.has(folded) || (!fillers.has(folded) && !recordNouns.has(folded) && kind !== 'stop');
    })
    .map(({ text }) => text);
}

/** Whether words say more of the records than any part reads, where no part describes them: "deals on hold". */
export const saysMore = ({ line, whole }: Scene): boolean =>
  line.words.some(
    (word, at) => line.isLeft(at) && word.kind !== 'stop' && !asides.test(word.folded) && fillers.has(word.folded),
  ) && !whole.startsWith('list');

const asides =
  /^(?:how|what|which|many|much|numbers?|counts?|of|total|overall|altogether|all|whole|entire|list|show|give|tell|name|find|time|times|figures?|average|mean|median|sum|different|distinct|unique|often)$/u;

/** Whether only the verb of "did we bake" is left. */
export const isVerbLeft = ({ line }: Scene): boolean =>
  line.words.every(
    ({ folded, kind }, at) =>
      !line.isLeft(at) ||
      (!turning.has(folded) && (fillers.has(folded) || recordNouns.has(folded) || kind === 'stop')) ||
      (/^(?:we|they|you|i)$/u.test(line.words[at - 1]?.folded ?? '') &&
        /^(?:do|did|have|had)$/u.test(line.words[at - 2]?.folded ?? '')),
  );

const yesOrNo = /^(?:is|are|does|do|did|was|were|has|have) /u;

/** Whether what is counted is a kind of record, and nothing is compared that no part reads. */
export function isPlain(scene: Scene, ask: Frame['ask'], isCompared: boolean): boolean {
  const { whole } = scene;
  if (scene.isUnclear) return false;
  if (/^(?:why|how (?:do|does|can|should|to|is|are|come)) /u.test(whole)) return false;
  if (changing.test(whole) && !isCompared) return false;
  if (yesOrNo.test(whole) && ask !== 'count' && ask !== 'figure' && !isCompared) return whole.startsWith('are there ');
  return ask !== 'count' || countsRecords(scene);
}

/** Whether the word behind "how many" is one for records, or was read. */
function countsRecords(scene: Scene): boolean {
  const { line, whole } = scene;
  const match = counting.exec(whole);
  if (!match) return true;
  let [, at] = line.wordsIn(match);
  while (determiners.test(line.words[at]?.folded ?? '')) at += 1;
  const word = line.words[at];
  if (!word || word.kind === 'stop') return true;
  const isKnown = line.ruleOf(at) !== undefined || scene.namesRecords(word) || recordNouns.has(word.folded);
  return isKnown && !/^(?:days?|weeks?|months?|years?|hours?|minutes?)$/u.test(word.folded);
}

const determiners = /^(?:different|distinct|unique|of|the|our|all|these|those|them|new|single)$/u;

type Asked = Pick<Frame, 'ask' | 'figure' | 'measure' | 'order' | 'compared' | 'versus'>;

/** Reads the words of the figure, the share and the comparison that the parts give. */
export function readAsked({ line }: Scene, { ask, figure, measure, order, compared, versus }: Asked): void {
  const isOf = (name: Frame['figure']) => measure !== undefined && figure === name;
  const given = [
    ...(ask === 'share' ? [sharing, /\b(?:percent|percentage|share|proportion|fraction|rate)\b/u] : []),
    ...(isOf('average') ? [averaging] : []),
    ...(isOf('median') ? [middling] : []),
    ...(isOf('sum') ? [summing] : []),
    ...(compared !== undefined || versus !== undefined ? [comparing] : []),
  ];
  for (const pattern of given) while (line.take(pattern, 'field'));
  if (order?.count !== undefined) readEnd(line, order.way === 'desc' ? most : least);
}

/** Reads the end of "the top 5 by money, best first". */
function readEnd(line: Scene['line'], end: RegExp): void {
  const last = line.words.length - 1;
  const word = line.words[last - 1];
  if (line.words[last]?.folded !== 'first' || word === undefined || !line.isLeft(last)) return;
  if (line.isLeft(last - 1) && end.test(word.folded)) line.read(last - 1, last + 1, 'direction');
}
