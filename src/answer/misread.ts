import { dateTypes, textTypes } from '../../schemas/fields.ts';
import type { Filters, TypedQuery } from '../../schemas/queries.ts';
import type { Value } from './figures/values.ts';
import { events } from './language/lexicon/events.ts';
import { units } from './language/lexicon/units.ts';
import { weekdays } from './language/lexicon/numbers.ts';
import { isSameWord, labelWords, rootOf, type Word, wordsOf } from './language/words.ts';
import { speaksOf } from './free/fields.ts';
import { isHead } from './plain/counted.ts';
import { isMoney, isPriceOfPiece, isQuantity } from './plain/measures.ts';
import { isNumber, isRecord, mainDate, ownFields, type SubjectField } from './plain/named.ts';
import type { CellNamed } from './subjects/cells.ts';
import { isNameless, type Subject } from './subjects/subjects.ts';

interface Read {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
}

/** Whether figures rest on a column that the question does not mean, although some of its words are there. */
export const isMisread = (
  read: Read,
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[] = [],
): boolean =>
  takesPriceForMoney(read, words, subject) ||
  takesPriceForUnits(read, words, subject) ||
  takesOneForAll(read, words, subject) ||
  takesOneSide(read, words, subject, cells) ||
  joinsOpponents(read, words, subject) ||
  namesTheRecord(read, words, subject) ||
  countsNoRecords(read, words, subject) ||
  losesWeekdays(read, words, subject) ||
  losesParticle(read, words, subject) ||
  countsMentions(read, words, subject) ||
  addsForMost(read, words, subject) ||
  takesMakersForDoing(read, words, subject) ||
  takesLastForLatest(read, words) ||
  losesState(read, words, subject, cells) ||
  countsForMoney(read, words, subject);

const textOf = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(' ');

/** The numbers that a query adds up, compares or shows. */
function numbersIn({ metrics = [], orderBy = [], fields = [] }: TypedQuery, subject: Subject): SubjectField[] {
  const used = new Set([...metrics, ...orderBy].flatMap(({ field }) => field ?? []).concat(fields));
  return ownFields(subject).filter((field) => used.has(field.key) && isNumber(field));
}

const ofMoney =
  /\b(?:revenue|turnover|income|takings|sales|money|sold|sell|sells|spend|spends|spent|pay|pays|paid|earn|earns|earned|make|made|makes|take|took|bring|brought|cost|costs)\b/u;

/** Whether money is asked for, and prices of single pieces are added up or compared. No query multiplies them. */
function takesPriceForMoney({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  const fields = ownFields(subject);
  const prices = numbersIn(typedQuery, subject).filter(isPriceOfPiece);
  if (prices.length === 0 || !fields.some((field) => isNumber(field) && isQuantity(field))) return false;
  const isAdded = (field: SubjectField) =>
    (typedQuery.metrics ?? []).some((metric) => metric.function === 'sum' && metric.field === field.key) ||
    (typedQuery.orderBy ?? []).some((order) => order.field === field.key);
  const isSaid = ({ label }: SubjectField) => labelWords(label).some(({ folded }) => saysWord(words, folded));
  return ofMoney.test(textOf(words)) && prices.some((field) => isAdded(field) && !isSaid(field));
}

const saysWord = (words: readonly Word[], said: string): boolean =>
  words.some(({ folded }) => folded === said || folded === `${said}s`);

/** Whether "units" is asked for, and a column such as `Unit price` answers. */
function takesPriceForUnits({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  const text = textOf(words);
  if (!/\b(?:units|pieces)\b/u.test(text)) return false;
  return numbersIn(typedQuery, subject).some(
    (field) => isPriceOfPiece(field) && !/\b(?:prices?|costs?|value|expensive|cheap\p{L}*)\b/u.test(text),
  );
}

const inAll =
  /\b(?:spent|spends|spend|paid|pays|pay|earned|earns|made|makes|generated|brought in|sold|sells) (?:us )?(?:the )?(?:most|least)\b/u;

/** Whether somebody with the most in all is asked for, and the largest single record answers. */
function takesOneForAll({ typedQuery, values }: Read, words: readonly Word[], subject: Subject): boolean {
  const { groupBy = [], orderBy = [] } = typedQuery;
  if (isNameless(subject) || groupBy.length > 0 || orderBy.length === 0 || !inAll.test(textOf(words))) return false;
  const isOfGroup = ({ fieldKey }: Value) =>
    ownFields(subject).some((field) => field.key === fieldKey && !isNumber(field) && !isRecord(field, subject));
  return values.some(isOfGroup);
}

type Condition = Exclude<Filters[number], { or: unknown } | { and: unknown }>;

/** The conditions on one field each, also those within others. */
function* conditionsIn(filters: Filters): Generator<Condition> {
  for (const filter of filters) {
    if ('or' in filter) yield* conditionsIn(filter.or);
    else if ('and' in filter) yield* conditionsIn(filter.and);
    else yield filter;
  }
}

/** The labels of the choices that a condition names. */
function labelsIn(condition: Condition, { fields }: Subject): string[] {
  const choices = fields.find(({ key }) => key === condition.field)?.options?.choices ?? [];
  const held = 'value' in condition ? [condition.value].flat() : [];
  return held.flatMap((value) => choices.find(({ key }) => key === value)?.label ?? []);
}

/** Whether a name stands in two columns, such as `Home` and `Away`. The question must say the one that is read. */
function takesOneSide(
  { typedQuery }: Read,
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
): boolean {
  if (isNameless(subject)) return false;
  const conditions = [...conditionsIn(typedQuery.filters ?? [])];
  const asked = new Set(conditions.map(({ field }) => field));
  const first = ownFields(subject).find(({ type }) => textTypes.has(type) || type === 'select')?.key;
  const isTitleToo = (key: string) => key === 'title' || (key === first && asked.has('title'));
  const isThere = ({ key, options }: Subject['fields'][number], name: string) =>
    !asked.has(key) &&
    !isTitleToo(key) &&
    ([...(options?.choices ?? []), ...(subject.choices.get(key) ?? [])].some(({ label }) => label === name) ||
      cells.some(({ fieldKey, value }) => fieldKey === key && value === name));
  return conditions.some((condition) => {
    const own = subject.fields.find(({ key }) => key === (condition.field === 'title' ? first : condition.field));
    return namesIn(condition, subject).some((name) => {
      const others = subject.fields.filter((field) => isThere(field, name));
      return own !== undefined && others.length > 0 && !saysLabel(words, own.label, others, name);
    });
  });
}

/** The names that a condition looks for: of choices, or texts. */
function namesIn(condition: Condition, subject: Subject): string[] {
  const labels = labelsIn(condition, subject);
  const held = 'value' in condition ? [condition.value].flat() : [];
  return labels.length > 0 ? labels : held.filter((value) => typeof value === 'string');
}

/** Whether a word of a label is said that the other labels do not have. */
function saysLabel(words: readonly Word[], label: string, others: readonly { label: string }[], name: string): boolean {
  const shared = new Set(others.flatMap((other) => labelWords(other.label).map(({ root }) => root)));
  const named = new Set(labelWords(name).map(({ root }) => root));
  const told = labelWords(label).filter(({ root }) => !shared.has(root));
  return words.some(
    (word) =>
      word.kind !== 'stop' &&
      !named.has(word.root) &&
      told.some(({ root, folded }) => root === word.root || (word.folded.length > 2 && folded.startsWith(word.folded))),
  );
}

const joining = /\b(?:and|or|nor|plus|versus|vs|than|both|either|between|with|against|as|compared|more|fewer|less)\b/u;

/** Whether records with one name or the other answer, and only a verb stands between both: "did Hull play Leeds". */
function joinsOpponents({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  if (joining.test(textOf(words))) return false;
  const placesOf = (label: string) => {
    const roots = new Set(labelWords(label).map(({ root }) => root));
    return words.flatMap(({ root }, at) => (roots.has(root) ? at : []));
  };
  const isBetween = (from: number, to: number) =>
    words.slice(Math.min(from, to) + 1, Math.max(from, to)).some(({ kind }) => kind === 'plain');
  return [...conditionsIn(typedQuery.filters ?? [])].some((condition) => {
    const places = namesIn(condition, subject).map(placesOf);
    return places.some((one, at) =>
      places
        .slice(at + 1)
        .some(
          (other) =>
            one.length > 0 &&
            other.length > 0 &&
            !one.some((place) => other.includes(place)) &&
            isBetween(one[0]!, other[0]!),
        ),
    );
  });
}

/** Whether "the cheapest product" is answered by the names of orders. */
function namesTheRecord({ values }: Read, words: readonly Word[], subject: Subject): boolean {
  const [, noun] =
    /^(?:what|which|who) (?:is|was|are|were) (?:the|our) (?:most |least )?\p{L}+ (\p{L}+)$/u.exec(textOf(words)) ?? [];
  const asked = words.at(-1);
  if (noun === undefined || !asked || isHead(asked, subject)) return false;
  const isAsked = ({ label }: SubjectField) => labelWords(label).every(({ root }) => root === asked.root);
  return ownFields(subject).some(isAsked) && values.every(({ fieldKey }) => fieldKey === 'title');
}

/** Whether "how many home games" is answered by something else than a number of records. */
function countsNoRecords({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  const at = words.findIndex(({ folded }, index) => folded === 'many' && words[index - 1]?.folded === 'how');
  const [kind, head] = [words[at + 1], words[at + 2]];
  if (at < 0 || !head || kind!.kind !== 'plain' || !subject.heads.some((one) => one.root === head.root)) return false;
  return (typedQuery.metrics ?? []).every(({ function: name }) => !name.startsWith('count'));
}

const onWeekdays = new RegExp(
  String.raw`\b(?:on|at|over|during|every|each) (?:(?:an?|the|our) )?(weekend|weekday|working day|${weekdays.join('|')})s?\b(?: (\p{L}+))?`,
  'u',
);

/** Whether nothing holds the days that "on Saturdays" or "at the weekend" names. A `Weekend pass` does not. */
function losesWeekdays({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  const [, day, next = ''] = onWeekdays.exec(textOf(words)) ?? [];
  if (day === undefined) return false;
  const holdsDays = ({ field, operator }: Condition) =>
    subject.fields.some(({ key, type }) => key === field && dateTypes.has(type)) &&
    /^(?:eq|in|not_in)$/u.test(operator);
  const isDay = (name: string) => {
    const [first, second] = labelWords(name);
    return first?.folded.startsWith(day.slice(0, 3)) === true && (!second || next.startsWith(second.folded));
  };
  return ![...conditionsIn(typedQuery.filters ?? [])].some(
    (condition) => holdsDays(condition) || namesIn(condition, subject).some(isDay),
  );
}

const withParticle =
  /\b(?:(?:run|runs|ran|running) (out|down|over|off)|(?:take|takes|took|taken) (on|off|down|over|out|away)|puts? (off|down|away|aside)|(?:fall|fell|fallen) (through|off|out|behind|apart)|(?:go|gone|went) (off|down|under|bust)|(?:get|gets|got|gotten) (away|off|lost)|calls? (off))\b/u;

/** Whether records are counted, and nothing reads a verb of two words: "run out", "taken on". */
function losesParticle({ typedQuery }: Read, words: readonly Word[], { fields }: Subject): boolean {
  const match = withParticle.exec(textOf(words));
  const particle = match?.slice(1).find((one) => one !== undefined);
  if (particle === undefined || (typedQuery.metrics ?? []).some(({ function: name }) => !name.startsWith('count')))
    return false;
  const limited = new Set([...conditionsIn(typedQuery.filters ?? [])].map(({ field }) => field));
  const isHired = ({ key, label }: SubjectField) =>
    limited.has(key) && wordsOf(label).some(({ root }) => events.get('hired')!.has(root));
  if (/^t\p{L}+ on$/u.test(match![0]) && fields.some(isHired)) return false;
  const verb = rootOf(match![0].split(' ')[0]!);
  const isSaid = (label: string) => {
    const said = wordsOf(label);
    return said.some(({ root }) => root === verb) && said.some(({ folded }) => folded === particle);
  };
  return !fields.some(({ label, options }) =>
    [{ label }, ...(options?.choices ?? [])].some((one) => isSaid(one.label)),
  );
}

/** Things that each record tells of anew. Two records of one fault are two faults. */
const occurring =
  /^(?:faults?|problems?|issues?|defects?|complaints?|incidents?|injur(?:y|ies)|errors?|failures?|damages?)$/u;

/** Whether kinds are counted where "how many faults were reported" asks for each. */
function countsMentions({ typedQuery }: Read, words: readonly Word[], { fields }: Subject): boolean {
  const text = textOf(words);
  if (/\b(?:different|distinct|unique|kinds?|types?|sorts?)\b/u.test(text)) return false;
  const [, noun = ''] = /\bhow many (\p{L}+)/u.exec(text) ?? [];
  return (
    occurring.test(noun) &&
    (typedQuery.metrics ?? []).some(
      ({ function: name, field }) => name === 'count_distinct' && fields.some(({ key }) => key === field),
    )
  );
}

/** Whether a number is added up to rank what "the most orders" counts. */
function addsForMost({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  const [, noun] = /\bthe (?:most|fewest) (\p{L}+)/u.exec(textOf(words)) ?? [];
  const asked = words.find(({ folded }) => folded === noun);
  if (!asked || typedQuery.groupBy === undefined || typedQuery.orderBy === undefined) return false;
  const added = numbersIn(typedQuery, subject);
  const isCounted = isHead(asked, subject) || (asked.kind === 'plain' && asked.folded.endsWith('s'));
  const isNamed = added.some(
    (field) =>
      labelWords(field.label).some((word) => isSameWord(asked, word)) ||
      speaksOf(asked, field) ||
      units.has(asked.folded),
  );
  return added.length > 0 && isCounted && !isNamed;
}

/** Whether the number of what people do answers how many people there are: `Operating hours` of "how many operators". */
function takesMakersForDoing({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean {
  const at = words.findIndex(({ folded }, index) => folded === 'many' && words[index - 1]?.folded === 'how');
  const maker = words[at + 1];
  if (at < 0 || !maker || !/(?:er|or)s$/u.test(maker.folded)) return false;
  return numbersIn(typedQuery, subject).some(({ label }) => {
    const related = labelWords(label).filter(({ root }) => root === maker.root);
    return related.length > 0 && !related.some((word) => isSameWord(maker, word));
  });
}

/** Whether "how long does it last" is read as the latest. */
const takesLastForLatest = ({ typedQuery }: Read, words: readonly Word[]): boolean =>
  /^(?:and )?how long\b.*\blast\b/u.test(textOf(words)) && typedQuery.orderBy !== undefined;

/** Whether a state is named, such as "completed", and neither its name nor its date limits the count. */
function losesState(
  { typedQuery }: Read,
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
): boolean {
  const { metrics = [], groupBy = [], filters = [] } = typedQuery;
  if (groupBy.length > 0 || !metrics.some(({ function: name }) => name.startsWith('count'))) return false;
  const conditions = [...filters, ...metrics.flatMap((metric) => metric.filters ?? [])];
  const says = (label: string, word: Word) => labelWords(label).some((one) => isSameWord(word, one));
  const isLimited = (word: Word) =>
    [...conditionsIn(conditions)].some((condition) => {
      const field = subject.fields.find(({ key }) => key === condition.field);
      return [...namesIn(condition, subject), field?.label ?? ''].some((label) => says(label, word));
    });
  const own = ownFields(subject);
  const dates = own.filter(({ type }) => dateTypes.has(type));
  const states = [
    ...own.flatMap(({ options }) => options?.choices?.map(({ label }) => label) ?? []),
    ...cells.map(({ value }) => value),
  ].filter((label) => labelWords(label).length === 1);
  const ends = dates.filter((date) => date !== mainDate(dates)).map(({ label }) => label);
  return words.some(
    (word) => word.folded.endsWith('ed') && [...states, ...ends].some((one) => says(one, word)) && !isLimited(word),
  );
}

/** Whether records are counted where "in which month did we invoice the most" asks for money. */
const countsForMoney = ({ typedQuery }: Read, words: readonly Word[], subject: Subject): boolean =>
  typedQuery.orderBy !== undefined &&
  (typedQuery.metrics ?? []).every(({ function: name }) => name.startsWith('count')) &&
  /\b(?:invoiced?|billed?|charged?|earn(?:ed)?|spen[dt]|pa(?:y|id)) (?:us )?(?:the )?most$/u.test(textOf(words)) &&
  ownFields(subject).some((field) => isNumber(field) && isMoney(field));
