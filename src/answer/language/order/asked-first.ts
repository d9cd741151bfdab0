import { irregularForms } from '../lexicon/forms.ts';
import { months } from '../lexicon/numbers.ts';

const most =
  '(the (?:[^,]{1,40} )?(?:most|least|fewest|highest|lowest|largest|biggest|smallest|greatest|longest|shortest) .+?)';
const which = '(which|what|who|whom)';
const noun = String.raw`\p{L}+(?: \p{L}+){0,2}`;
const be = '(is|are|was|were)';
const time = String.raw`(?:in|during|since|before|after|until|on) (?:the )?(?:(?:first|second|third|fourth|last) (?:half|quarter) of )?(?:early |late )?(?:(?:${months.join('|')})(?: \d{4})?|\d{4}|q[1-4](?: \d{4})?|(?:last|this) (?:week|month|quarter|year))|(?:last|this) (?:week|month|quarter|year)`;

/** Orders with the question word inside or last, and the same with it first. */
const orders: readonly (readonly [said: RegExp, usual: string])[] = [
  // "How many in 2025 boats were sold"
  [new RegExp(`^(how many|how much|which|what) (${time}) (?=\\p{L}+ )(.+)$`, 'iu'), '$1 $3 $2'],
  [
    /^((?:how|what|which|who|when|where) [^,]+), ((?:in|at|on|for|of|from|with|by|since|during|before|after) [^,]+), (.+)$/iu,
    '$1 $3 $2',
  ],
  // "The most money comes in from which customer"
  [
    new RegExp(`^(the (?:most|least) money) (?:comes?|came)(?: in)? from ${which}(?: (${noun}))?$`, 'iu'),
    '$2 $3 brings in $1',
  ],
  [
    new RegExp(
      `^${most} (?:belongs?|belonged|goes|go|went|falls?|fell|comes?|came)(?: in)? (?:to|on|in|into|from) ${which}(?: (${noun}))?$`,
      'iu',
    ),
    '$2 $3 has $1',
  ],
  [new RegExp(`^${most} ${be} (?:for|at|in|on|from|of|with) ${which}(?: (${noun}))?$`, 'iu'), '$3 $4 has $1'],
  [
    new RegExp(`^${most} ${be} (?:drawn|made|earned|brought in|held|had|got|done) by ${which}(?: (${noun}))?$`, 'iu'),
    '$3 $4 has $1',
  ],
  // "Luna belongs to which owner"
  [new RegExp(`^([^,]+) (?:belongs?|belonged) to (?:which|what) (${noun})$`, 'iu'), 'what is the $2 of $1'],
  [new RegExp(`^([^,]+) ${be} (?:for|at|in|on|from|of|with) (?:which|what) (${noun})$`, 'iu'), 'what $2 the $3 of $1'],
  [new RegExp(`^([^,]+) ${be} (?:done) by ${which}(?: (${noun}))?$`, 'iu'), '$3 $4 did $1'],
  // "The total fee in March was how much", "not insured are how many boats"
  [new RegExp(`^([^,]+) ${be} (?:how much|how many|what)$`, 'iu'), 'what $2 $1'],
  [new RegExp(`^([^,]+) ${be} (which|who|when|where)(?: one)?$`, 'iu'), '$3 $2 $1'],
  [new RegExp(`^([^,]+) ${be} (how many|which|what) (${noun})$`, 'iu'), '$3 $4 $2 $1'],
  [new RegExp(`^([^,]+) ${be} (\\p{L}+) (when|where)$`, 'iu'), '$4 $2 $1 $3'],
  [/^([^,]+) (\p{L}+)s (when|where|how much)$/iu, '$3 does $1 $2'],
  // "From Mali come how many acts"
  [
    new RegExp(
      `^((?:in|at|on|from|with|under|by|to) [^,]+) (come|comes|came|go|goes|went|live|lived|work|worked|stand|stood|play|played) (how many) (${noun})$`,
      'iu',
    ),
    '$3 $4 $2 $1',
  ],
  [
    new RegExp(`^(we|they|i) (have|own|keep|need|sell|hold) (how many|how much|which|what) (.+)$`, 'iu'),
    '$3 $4 do $1 $2',
  ],
];

/** Words that have a small letter inside a sentence. */
const articles = /^(?:The|Our|A|An|Not|Neither|Most|Least|In|At|On|From|With|Without|Under|By|To)\b/u;

/** "Luna is kept by whom" */
const passive = new RegExp(
  String.raw`^([^,]+) ${be.replace('(', '(?:')} (\p{L}+) by ((?:which|what|how many)(?: ${noun})|whom?|who)$`,
  'iu',
);

/** "Ada sailed how many days" */
const things = String.raw`\p{L}+(?: (?!(?:in|at|on|for|of|from|with|by|to|since|during|before|after)\b)\p{L}+){0,3}`;
const inside = new RegExp(`^([^,]+?) (\\p{L}+) (how many|how much|which|what) (${things})( .+)?$`, 'iu');
const helping = /^(?:is|are|was|were|do|does|did|has|have|had|of|the)$/iu;

/** A question with its question word first. Undefined where it is, or where no such order is known. */
export function askedFirst(said: string): string | undefined {
  const asked = said.replace(articles, (word) => word.toLowerCase());
  for (const [order, usual] of orders)
    if (order.test(asked))
      return asked
        .replace(order, usual)
        .replace(/\bwhom\b/iu, 'who')
        .replaceAll(/ {2,}/gu, ' ')
        .trim();
  const done = passive.exec(asked);
  if (done && isVerb(done[2]!)) return `${done[3]!.replace('whom', 'who')} ${done[2]} ${done[1]}`;
  const found = inside.exec(asked);
  if (!found) return undefined;
  const [, subject, verb, question, thing, rest = ''] = found;
  if (/\b(?:how|what|which|who|when|where)\b/iu.test(subject!) || helping.test(thing!) || !isVerb(verb!))
    return undefined;
  return `${question} ${thing} ${subject} ${verb}${rest}`;
}

const isVerb = (word: string): boolean => /(?:ed|[^s]s)$/iu.test(word) || irregularForms.has(word.toLowerCase());
