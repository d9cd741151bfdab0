import { isFlag } from '../free/conditions.ts';
import { pairOf } from '../free/groups.ts';
import { personal } from '../free/lexicon.ts';
import * as patterns from '../free/patterns.ts';
import type { Condition } from '../free/values.ts';
import { isAddable, isMoney } from '../plain/measures.ts';
import { isGroup, isNumber } from '../plain/named.ts';
import type { Shape } from './descriptions.ts';
import { type Mask, maskOf, type Parts, type World } from './parts.ts';

/** The shapes of a share: the condition that the part meets beside the others. */
export function sharesOf(world: World, parts: Parts): { shape: Shape; part: readonly Condition[] }[] {
  const { scene } = parts;
  const match = /\b(?:share|percent|percentage|proportion|fraction|part|rate|ratio|out of|how much of|%)\b/u.exec(
    scene.whole,
  );
  const free = world.conditions.filter(({ kind }) => kind !== 'time');
  if (!match || free.length === 0) return [];
  const mask = maskOf(...scene.line.wordsIn(match));
  const rate = /rate/u.test(match[0]) ? 'rate' : 'share';
  const ordered = free.toSorted((a, b) => a.from - b.from);
  const options = ordered.map((one, at) => ({
    part: [one],
    name: `${ordered.length === 1 ? 'only' : at === ordered.length - 1 ? 'last' : at === 0 ? 'first' : 'middle'} ${one.kind}`,
  }));
  if (ordered.length > 1) options.push({ part: [...ordered], name: 'all' });
  return options.map(({ part, name }) => ({
    part,
    shape: {
      name: 'share',
      of: { ask: 'share', part },
      mask: mask | percents(parts),
      features: [
        `is share`,
        `share of ${name}`,
        `share ${rate} of ${name}`,
        `share beside ${part[0]!.from > scene.line.wordsIn(match)[0] ? 'behind' : 'before'} ${rate}`,
      ],
    },
  }));
}

const percents = ({ scene }: Parts): Mask =>
  scene.line.words.reduce(
    (mask, { folded }, at) =>
      /^(?:share|percent|percentage|proportion|rate|pct|part|how|many|out|of)$/u.test(folded) ? mask | (1 << at) : mask,
    0,
  );

/** Shapes that need two values of one field: how far their figures differ. */
export function differencesOf(world: World, { scene }: Parts): Shape[] {
  const { line } = scene;
  const match =
    patterns.changing.exec(scene.whole) ??
    /\b\p{L}{3,}er\b.*\bthan\b|\b(?:more|less|fewer)\b.*\bthan\b/u.exec(scene.whole);
  const pair = world.conditions.find(
    ({ kind, isNot, mentions = [] }) => kind === 'value' && !isNot && mentions.length === 2,
  );
  if (!match || !pair) return [];
  const compared = pairOf(world.conditions, pair.field);
  if (!compared) return [];
  const mask = maskOf(...line.wordsIn(match)) & ~world.mask;
  const measures = [undefined, ...scene.fields.filter(isNumber)];
  return measures.flatMap((measure) =>
    (measure ? (['sum', 'average'] as const) : ([undefined] as const)).map((figure): Shape => {
      const named = measure ? scene.named.filter((one) => one.field === measure).map(({ level }) => level) : [];
      return {
        name: 'difference',
        of: { ask: figure ? 'figure' : 'count', figure, measure, compared },
        mask,
        features: [
          'is difference',
          `difference of ${figure ?? 'count'}`,
          `difference of ${figure ?? 'count'} named ${Math.max(-1, ...named)}`,
          ...Object.entries(cueWords).map(
            ([cue, words]) => `difference of ${figure ?? 'count'} ${cue} ${words.test(scene.whole)}`,
          ),
          ...(measure
            ? [`difference money ${isMoney(measure)}`, `difference addable ${isAddable(measure)} ${figure}`]
            : []),
        ],
      };
    }),
  );
}

const cueWords = { average: patterns.averaging, sum: patterns.summing, many: /\bmany\b/u, much: /\bmuch\b/u };

/** Groups that must reach an amount. */
export function havingsOf(world: World, { scene, bounds }: Parts): Shape[] {
  return bounds.flatMap((bound) => {
    const mask = maskOf(bound.from, bound.to);
    if (world.mask & mask) return [];
    return scene.fields
      .filter((field) => isGroup(field) && !isFlag(field))
      .flatMap((target) =>
        (['list', 'distinct'] as const).map((ask): Shape => {
          const named = scene.named.filter((one) => one.field === target);
          const at = Math.min(99, ...named.map(({ from }) => from));
          return {
            name: `having ${ask}`,
            of: { ask, target, having: bound },
            mask: named.reduce((words, { from, to }) => words | maskOf(from, to), mask),
            features: [
              'is having',
              `having ${ask}`,
              `having ${ask} many ${patterns.counting.test(scene.whole)}`,
              `having of times ${bound.isOfTimes} field ${bound.field !== undefined}`,
              `having named ${Math.max(-1, ...named.map(({ level }) => level))}`,
              `having named early ${at < 4}`,
              `having person ${personal.test(target.label)}`,
              `having first ${scene.fields[0] === target}`,
            ],
          };
        }),
      );
  });
}
