import { changesMeaning, isContent } from '../../language/accounting.ts';
import { units } from '../../language/lexicon/units.ts';
import type { Word } from '../../language/words.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { isHead } from '../counted.ts';
import type { Line } from '../line.ts';
import type { Plan } from '../plans.ts';

const mostIgnored = 2;

/**
 * Whether a likely answer may pass over the words that no rule read. They are few and plain. A word that is asked for,
 * or that may be a condition on the records, is not passed over.
 */
export function mayBeIgnored(left: readonly Word[], line: Line, plan: Plan, subject: Subject): boolean {
  const read = line.words.filter(({ folded }) => isContent(folded)).length - left.length;
  return (
    left.length <= mostIgnored &&
    read > left.length &&
    isTied(plan) &&
    left.every((word) => {
      const at = line.words.indexOf(word);
      return (
        word.kind !== 'name' &&
        word.kind !== 'number' &&
        (word.kind !== 'stop' || harmless.test(word.folded)) &&
        !isMainVerb(line, at) &&
        !changesMeaning(word.folded, line.words[at + 1]?.folded) &&
        !telling.test(word.folded) &&
        !units.has(word.folded) &&
        line.ruleOf(at - 1) !== 'amount' &&
        !isAskedFor(line, at) &&
        !describesRecords(line, at, subject)
      );
    })
  );
}

/** Verbs of what happened or was said, comparisons, and words that point elsewhere. */
const telling =
  /^(?:\p{L}{2,}(?:ed|ing)|(?:won|lost|sold|sent|paid|left|lent|kept|made|done|broken?|taken?|given|gone|missing|cost|weigh|earn|owe)s?|(?:say|write|think|mention|ask|tell|agree|promise)s?|said|wrote|about|\p{L}{3,}er|than|and|or|who|whom|whose|when|where|why|how|is|are|he|she|his|her|their|they|it|its|this|these|those|them)$/u;

/** Words that seldom change a question. */
const harmless = /^(?:out|place|placed|get|gets|got|also|just|own|make|makes|see|seen|us|really|very|now|been|say)$/u;

/** Whether a word is the verb of "did the team represent": it says which records count. */
function isMainVerb({ words }: Line, at: number): boolean {
  const { folded } = words[at]!;
  const isAsked = words.slice(0, at).some((word) => /^(?:do|does|did|can|will)$/u.test(word.folded));
  return isAsked && !harmless.test(folded) && !noun.test(words[at - 1]?.folded ?? '');
}

const noun = /^(?:the|a|an|our|my|of|in|at|on|by|per|for|to|with|from|each)$/u;

/** Whether something of the table is asked for, and not only everything in it. */
const isTied = ({ query, field }: Plan): boolean =>
  query.operation === 'aggregate'
    ? (query.filters ?? []).length + (query.groupBy ?? []).length > 0 || field !== undefined
    : field !== undefined || query.orderBy !== undefined;

/** Whether a word is the noun of the question: "how many pallets", "which silo", "what is the serial". */
function isAskedFor({ words }: Line, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && grammar.test(words[before]!.folded)) before -= 1;
  return before < 0 || asking.test(words[before]!.folded);
}

const grammar =
  /^(?:the|our|my|a|an|of|all|is|was|are|were|different|many|much|total|number|average|mean|median|avg|sum|highest|lowest|largest|biggest|smallest|most|least)$/u;
const asking = /^(?:how|which|what|whose|list|show|name|give|count)$/u;

/** Whether a word stands beside the word for the records: "large deals", "deals pending". */
const describesRecords = ({ words }: Line, at: number, subject: Subject): boolean =>
  [at - 1, at + 1].some((place) => words[place] !== undefined && isHead(words[place], subject));
