import { isNamedByVerb } from '../asked.ts';
import { isConditionOn } from '../conditions.ts';
import { isAddable } from '../measures.ts';
import { isGroup, isNumber, isOfPeople, isPerson, isRecord, onlyOne, type SubjectField } from '../named.ts';
import type { Plan } from '../plans.ts';
import { type Desk, doubtConditions, personOf, type Planning, resting } from './desk.ts';

/** Plans a list of records, or their values of one field. */
export const records: Planning = (desk, { named }) => {
  const [field, ...more] = named;
  if (more.length > 0) return undefined;
  if (!field || (isNumber(field) && isRecord(field, desk.subject))) return listed(desk);
  return resting(lookedUp(desk, field), 'owning');
};

/** Plans people: "who owns the Bolt deal?", "who is in Berlin?". */
export const who: Planning = (desk, asked) => {
  const { others, numbers, dates } = asked;
  const { line, subject, fields, plans } = desk;
  const told = others.filter((field) => !isNamedByVerb(field, asked, line, fields));
  if (told.length < others.length) line.doubtAll('who');
  if (isOfPeople(subject) && others.length + numbers.length + dates.length === 0)
    return resting(listed(desk), 'who', 'owning');
  // Somebody else than the only person of a table may act: the sales rep did not order.
  if (told.length === 0 && line.isCalled(1) && line.words[1]?.folded.endsWith('ed')) return undefined;
  const field = told.length === 0 ? personOf(desk) : onlyOne(told);
  const person = numbers.length + dates.length === 0 ? field : undefined;
  if (person && !isPerson(person)) line.doubtAll('who');
  return person && isGroup(person) ? resting(plans.lookUp(person), 'who', 'owning') : undefined;
};

/** Plans the first and the last: "who won the last deal?", "when was the first order?". */
export const inTime: Planning = (desk, { others, numbers, isWhen, isWho, isTable, ...asked }) => {
  const { way, date } = asked.inTime!;
  const named = others.length + numbers.length;
  if (named > 1 || (!isTable && named === 0 && !isWhen && !isWho)) return undefined;
  const person = isWho && others.length === 0 ? personOf(desk) : undefined;
  if (person) desk.line.doubtAll('who');
  const target = person ?? others[0] ?? numbers[0] ?? (isWhen ? date : undefined);
  if (isWho && !(target && isPerson(target)) && !isOfPeople(desk.subject)) return undefined;
  const plan = desk.plans.ranked([{ field: date.key, direction: way }], target, date);
  return resting(plan, 'inTime', 'when', 'who', 'owning');
};

function lookedUp(desk: Desk, field: SubjectField): Plan | undefined {
  const { line, subject, conditions, plans } = desk;
  if (conditions.filters.length === 0) return undefined;
  if (!isRecord(field, subject)) doubtConditions(desk);
  if (!isNumber(field) || conditions.names || !isAddable(field)) return plans.lookUp(field);
  if (field.type !== 'currency') line.doubtAll('field');
  return plans.metric('sum', field);
}

function listed({ conditions, fields, plans }: Desk): Plan | undefined {
  if (conditions.filters.length === 0) return undefined;
  const isShown = (field: SubjectField) => field.type === 'text' && !isConditionOn(conditions, field);
  return plans.list(fields.find(isShown));
}
