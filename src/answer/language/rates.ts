import { listed } from './listed.ts';
import { months } from './lexicon/numbers.ts';

/** Nouns of rates, and the words for the states that they may count, the likeliest first. */
const states: ReadonlyMap<string, readonly string[]> = new Map(
  `completion: completed complete done finished closed
  success: successful succeeded success passed won solved
  failure: failed failure unsuccessful
  pass: passed
  cancellation: cancelled canceled
  attendance: attended present
  absence: absent missed
  approval: approved
  rejection: rejected declined
  acceptance: accepted
  return: returned
  renewal: renewed
  conversion: converted won
  response: answered responded replied
  resolution: resolved solved fixed
  payment: paid settled
  delivery: delivered
  refund: refunded
  repair: repaired fixed
  closing: closed
  close: closed won
  loss: lost
  occupancy: occupied let rented taken
  participation: participated attended
  recovery: recovered
  adoption: adopted`
    .split('\n')
    .map((line) => line.split(':').map(listed) as [string[], string[]])
    .map(([[noun], words]) => [noun!, words] as const),
);

/** The words for the states that a rate in a text may count. A question may name none of them. */
export const statesRated = (text: string): string =>
  [...new Set(text.matchAll(/(?<!\p{L})(\p{L}{1,30}) rate(?!\p{L})/giu).map(([, noun]) => noun!.toLowerCase()))]
    .flatMap((noun) => states.get(noun) ?? [])
    .join(' ');

const rated =
  /^(?:(?:what|how (?:high|low|good|large|big)) (?:is|was|are|were) )?(?:the |our |my )?(?:overall |total )?(\p{L}+) rate((?: (?:of|in|for|at|from|among|with|on|during) .+)?)$/iu;
const shared =
  /^(?:(?:what|how (?:high|low|large|big)) (?:is|was|are|were) )?(?:the |our )?(?:share|percentage|proportion|fraction) of (?:the )?(\p{L}+)((?: (?:in|for|at|from|among|on|during) .+)?)$/iu;

/** "Completion rate" and "share of done" as the rate of what the table says of its records. */
export function ratesIn(asked: string, isState: (word: string) => boolean): readonly string[] {
  const [, noun, behind = ''] = rated.exec(asked) ?? [];
  const state = states.get(noun?.toLowerCase() ?? '')?.find(isState);
  if (state !== undefined) return [`What is the ${state} rate${behind}?`];
  const [, said, of = ''] = shared.exec(asked) ?? [];
  return said !== undefined && isState(said) ? [`What is the ${said} rate${of}?`] : [];
}

const overMonth = new RegExp(
  `^(?:what (?:is|was) )?(?:the )?(?:month[ -](?:over|on)[ -]month|mom) (?:percent(?:age)? )?(?:change|growth|increase|decrease|difference) (?:in|of) (?:the |our )?(.{1,60}?) (?:in|for) (${months.join('|')})(?: (\\d{4}))?$`,
  'iu',
);

/** "Month over month change in sales in June" as the change from May to June. A January needs its year. */
export function monthsIn(asked: string): readonly string[] {
  const [, what, named, year] = overMonth.exec(asked) ?? [];
  if (what === undefined || named === undefined) return [];
  const at = months.indexOf(named.toLowerCase());
  if (at === 0 && year === undefined) return [];
  const before = months.at(at - 1)!;
  const yearBefore = year === undefined ? '' : ` ${Number(year) - (at === 0 ? 1 : 0)}`;
  const times = `from ${before}${yearBefore} to ${named}${year === undefined ? '' : ` ${year}`}`;
  return [
    `By how many percent did the total ${what} change ${times}?`,
    `By how many percent did the number of ${what} change ${times}?`,
  ];
}
