import { isMultiple } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import type { Value } from '../figures/values.ts';
import type { Figure, Frame } from '../free/frame.ts';
import type { Condition } from '../free/values.ts';
import { isDate } from '../plain/named.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Shape } from './descriptions.ts';
import type { Parts, World } from './parts.ts';

/** An earlier question as it was read, and its answer. */
export interface Before {
  readonly frame: Frame;
  readonly values: readonly Value[];
}

export const isSameTable = (one: Subject, other: Subject): boolean =>
  JSON.stringify(one.of) === JSON.stringify(other.of);

/** The ways in which conditions go on from those of an earlier question. */
export function after(world: World, { frame, values }: Before, { scene }: Parts): World[] {
  const words = scene.line.words.map(({ folded }) => folded);
  const signs = [
    ...words.filter((word) =>
      /^(?:that|those|it|its|them|they|their|these|this|one|ones|same|rest|other|others|he|she|her|his|else|and|what|how|which|who|then|only|just)$/u.test(
        word,
      ),
    ),
    `begins ${words[0] ?? ''}`,
    `length ${words.length < 4 ? 'tiny' : words.length < 7 ? 'short' : words.length < 10 ? 'middling' : 'long'}`,
  ];
  const as = (name: string, conditions: readonly Condition[], more: readonly string[] = []): World => ({
    ...world,
    conditions,
    features: [
      ...world.features,
      `after ${name}`,
      ...more.map((one) => `after ${name} ${one}`),
      ...signs.map((sign) => `after ${name}: ${sign}`),
    ],
  });
  const worlds = [as('alone', world.conditions)];
  if (!isSameTable(frame.subject, scene.subject)) return [as('alone', world.conditions, ['elsewhere'])];
  const kept = frame.conditions.filter((one) => !world.conditions.some((other) => replaces(other, one)));
  const isReplacing = kept.length < frame.conditions.length;
  if (frame.conditions.length > 0)
    worlds.push(
      as(
        'with conditions',
        [...kept, ...world.conditions],
        [isReplacing ? 'replacing' : world.conditions.length > 0 ? 'adding' : 'unchanged'],
      ),
    );
  const answer = conditionOn(values, scene.subject);
  if (answer) {
    worlds.push(
      as(
        'of the answer',
        [answer, ...world.conditions],
        [answer.field === 'title' ? 'title' : 'group', values.length > 1 ? 'many' : 'one'],
      ),
    );
    if (answer.field !== 'title' && kept.length > 0)
      worlds.push(as('of the answer and conditions', [answer, ...kept, ...world.conditions]));
  }
  return worlds;
}

const replaces = (next: Condition, earlier: Condition): boolean =>
  next.field === earlier.field && (next.kind === 'time') === (earlier.kind === 'time');

const mostValues = 40;

/** The records that an answer named, as a condition. */
function conditionOn(values: readonly Value[], subject: Subject): Condition | undefined {
  const keys = new Set(values.map(({ fieldKey }) => fieldKey));
  const [key] = keys;
  if (values.length === 0 || values.length > mostValues || keys.size !== 1 || key === undefined) return undefined;
  const field = subject.fields.find((one) => one.key === key);
  if (
    key !== 'title' &&
    (!field || isDate(field) || field.type === 'number' || field.type === 'currency' || field.type === 'percent')
  )
    return undefined;
  const found = [...new Set(values.map(({ value }) => String(value)))];
  const filter: Filters[number] =
    field && isMultiple(field)
      ? { field: key, operator: 'has_any_of', value: found }
      : found.length === 1
        ? { field: key, operator: 'eq', value: found[0]! }
        : { field: key, operator: 'in', value: found };
  return { field: key, filter, from: 0, to: 0, kind: 'value' };
}

/** The shape of an earlier question, and the same with another figure. */
export function shapesAfter(frame: Frame): Shape[] {
  const { conditions: _, ...of } = frame;
  const described = [
    `as before ${frame.ask} ${frame.figure ?? ''}`,
    `as before ordered ${frame.order !== undefined} grouped ${frame.groups.length > 0}`,
  ];
  const same: Shape = { name: 'as before', of, mask: 0, features: ['is as before', ...described] };
  if (!frame.measure || frame.ask === 'share') return [same];
  const figures: readonly Figure[] = ['sum', 'average', 'median', 'maximum', 'minimum'];
  return [
    same,
    ...figures
      .filter((figure) => figure !== frame.figure)
      .map(
        (figure): Shape => ({
          name: `as before ${figure}`,
          of: { ...of, figure },
          mask: 0,
          features: [`is other figure`, `other figure ${figure}`],
        }),
      ),
  ];
}
