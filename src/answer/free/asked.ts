import type { Frame } from './frame.ts';
import { averaging, comparing, least, middling, most, sharing, summing } from './patterns.ts';
import type { Scene } from './scene.ts';

type Parts = Pick<Frame, 'ask' | 'figure' | 'measure' | 'order' | 'compared' | 'versus'>;

/** Reads the words of the figure, the share and the comparison that the parts give. */
export function readAsked({ line }: Scene, { ask, figure, measure, order, compared, versus }: Parts): void {
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
