import { isMultiple, type Interval } from '../../../schemas/fields.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { isDate, isGroup, isNumber, type SubjectField } from '../plain/named.ts';
import { isFlag } from '../free/conditions.ts';
import type { Figure } from '../free/frame.ts';
import { yesOrNo } from '../free/patterns.ts';
import type { Scene } from '../free/scene.ts';
import { cuesIn } from './cues.ts';
import { Builder, type Shape } from './descriptions.ts';
import type { Work } from '../../turns/turn.ts';
import type { Mask } from './parts.ts';

const ordinal = (scene: Scene): { nth: number; at: number } | undefined => {
  const at = scene.line.words.findIndex(({ folded }) => folded !== 'first' && ordinalWords.has(folded));
  return at < 0 ? undefined : { nth: ordinalWords.get(scene.line.words[at]!.folded)!, at };
};

/** All that may be asked beside one table. */
export function* shapesOf(scene: Scene): Work<Shape[]> {
  const found = cuesIn(scene);
  const has = (name: string) => found.masks.has(name);
  const { fields, dates } = scene;
  const numbers = fields.filter(isNumber);
  const groups = fields.filter((field) => isGroup(field) || isMultiple(field));
  const targets = fields.filter((field) => !isFlag(field));
  const builder = new Builder(scene, found);
  const shapes: Shape[] = [builder.make('count', { ask: 'count' }, {})];
  shapes.push(builder.make('list', { ask: 'list' }, {}));
  if (yesOrNo.test(scene.whole)) {
    shapes.push(builder.make('any', { ask: 'any' }, {}));
    for (const target of fields.filter(isFlag))
      shapes.push(builder.make('value', { ask: 'value', target }, { target }));
  }
  for (const target of groups.filter((field) => !isFlag(field)))
    shapes.push(builder.make('distinct', { ask: 'distinct', target }, { target }));
  const figures: Figure[] = [
    'sum',
    ...(has('average') ? ['average' as const] : []),
    ...(has('median') ? ['median' as const] : []),
  ];
  const ranked = has('most') || has('least') || has('more') || has('days');
  if (ranked) figures.push('maximum', 'minimum');
  for (const measure of numbers)
    for (const figure of figures) shapes.push(builder.make(figure, { ask: 'figure', figure, measure }, { measure }));
  for (const target of targets) shapes.push(builder.make('value', { ask: 'value', target }, { target }));
  yield;
  if (ranked || ordinal(scene)) {
    for (const shape of orders(builder, scene, numbers, dates, groups, targets, has)) {
      shapes.push(shape);
      yield;
    }
  }
  if (
    has('group') ||
    has('each') ||
    has('many') ||
    has('count') ||
    has('average') ||
    has('sum') ||
    has('compare') ||
    has('or')
  )
    for (const shape of grouped(builder, scene, numbers, groups, dates, has)) {
      shapes.push(shape);
      yield;
    }
  return shapes;
}

type Has = (name: string) => boolean;

function* metricsOf(
  numbers: readonly SubjectField[],
  has: Has,
): Generator<{ name: string; figure?: Figure; measure?: SubjectField }> {
  yield { name: 'count' };
  for (const measure of numbers) {
    yield { name: 'sum', figure: 'sum', measure };
    if (has('average') || has('more') || has('most') || has('least'))
      yield { name: 'average', figure: 'average', measure };
    if (has('median')) yield { name: 'median', figure: 'median', measure };
  }
}

function* grouped(
  builder: Builder,
  scene: Scene,
  numbers: readonly SubjectField[],
  groups: readonly SubjectField[],
  dates: readonly SubjectField[],
  has: Has,
): Generator<Shape> {
  for (const { name, figure, measure } of metricsOf(numbers, has)) {
    const ask = measure ? ('figure' as const) : ('count' as const);
    for (const group of groups)
      yield builder.make(`group ${name}`, { ask, figure, measure, groups: [group.key] }, { measure, group });
    const interval = /\b(day|week|month|quarter|year)s?\b/u.exec(scene.line.text)?.[1] as Interval | undefined;
    if (interval)
      for (const date of dates)
        yield builder.make(
          `interval ${name}`,
          { ask, figure, measure, groups: [{ field: date.key, interval }] },
          { measure, date, reads: wordsLike(scene, interval) },
        );
  }
}

const wordsLike = ({ line }: Scene, beginning: string): Mask =>
  line.words.reduce(
    (mask, { folded }, at) => (line.isLeft(at) && folded.startsWith(beginning) ? mask | (1 << at) : mask),
    0,
  );

const mostCount = 50;

function* orders(
  builder: Builder,
  scene: Scene,
  numbers: readonly SubjectField[],
  dates: readonly SubjectField[],
  groups: readonly SubjectField[],
  targets: readonly SubjectField[],
  has: Has,
): Generator<Shape> {
  const nth = ordinal(scene);
  const number = scene.line.words.findIndex(
    ({ kind, root }, at) => kind === 'number' && scene.line.isLeft(at) && Number(root) <= mostCount && Number(root) > 0,
  );
  const count = number >= 0 ? Number(scene.line.words[number]!.root) : undefined;
  const reads = (nth ? 1 << nth.at : 0) | (number >= 0 ? 1 << number : 0);
  const some = nth ? { nth: nth.nth } : { count };
  const many = nth ? 'nth ' : count !== undefined && count > 1 ? 'several ' : '';
  const plural = count === undefined && !nth;
  for (const way of ['desc', 'asc'] as const) {
    const order = { way, count: some.count, nth: some.nth, isOfDays: false, isMany: true };
    for (const measure of numbers) {
      yield builder.make(
        `${many}record`,
        { ask: 'list', measure, order: { ...order, nth: some.nth ?? (count === undefined ? 1 : undefined) } },
        { measure, way, reads },
      );
      for (const target of targets)
        if (target !== measure)
          yield builder.make(
            `${many}record value`,
            { ask: 'value', measure, target, order: { ...order, isOfOne: true } },
            { measure, target, way, reads },
          );
    }
    for (const date of dates) {
      const ofDays = { ...order, isOfDays: true };
      yield builder.make(`${many}day record`, { ask: 'list', date, order: ofDays }, { date, way, reads });
      yield builder.make(`${many}day`, { ask: 'value', date, target: date, order: ofDays }, { date, way, reads });
      for (const target of targets)
        if (!isDate(target))
          yield builder.make(
            `${many}day value`,
            { ask: 'value', date, target, order: ofDays },
            { date, target, way, reads },
          );
    }
    for (const { name, figure, measure } of metricsOf(numbers, has)) {
      const ask = measure ? ('figure' as const) : ('count' as const);
      for (const group of groups)
        yield builder.make(
          `${many}top ${name}`,
          { ask, figure, measure, target: group, order },
          { measure, target: group, way, reads },
        );
      if (plural && /\b(?:day|week|month|quarter|year)s?\b/u.test(scene.whole))
        for (const date of dates)
          for (const interval of ['day', 'week', 'month', 'quarter', 'year'] as const)
            if (wordsLike(scene, interval))
              yield builder.make(
                `period ${name}`,
                { ask, figure, measure, period: { field: date.key, interval }, order },
                { measure, date, way, reads: wordsLike(scene, interval) },
              );
    }
  }
}
