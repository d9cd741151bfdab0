import type { Work } from '../../turns/turn.ts';
import { idleVerbs } from './lexicon/idle.ts';
import { ordinalWords } from './lexicon/numbers.ts';
import { withoutEnd } from './ends.ts';
import { monthsIn, ratesIn } from './rates.ts';

/** Tells of words what the tables know of them. */
export interface Told {
  /** Whether a verb says what some records are, as "win" does where a choice is `Won`. */
  readonly isState: (verb: string) => boolean;
  /** Whether a choice or a checkbox is called by this very word. */
  readonly isCalledState: (word: string) => boolean;
  /** Whether these words name the records of a table. */
  readonly isRecords: (text: string) => boolean;
}

type Rewording = readonly [said: RegExp, meant: string, suits?: (match: RegExpExecArray, told: Told) => boolean];

/** Leaves out the verb of a group only where no table has it. */
const withoutState =
  (group: number) =>
  (match: RegExpExecArray, { isState }: Told): boolean =>
    !isState(match[group]!);

/** No longer text is said otherwise, because the patterns may look at each word many times. */
const mostCharacters = 200;

const count = '(?:\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)';
const nth = `(?:(${[...ordinalWords.keys()].join('|')}) )?`;
const kind = String.raw`(\p{L}[\p{L}-]*(?: (?!(?:in|at|for|of|among|with|on|from|by)\b)\p{L}[\p{L}-]*)?)`;
const kindOnly = String.raw`(\p{L}[\p{L}-]*)`;
const rest = String.raw`((?: (?:in|at|for|of|among|with|on|from|by) .+)?)`;
const common = '(most|least) (?:popular|common|frequent|frequently used|used|requested|in demand)';
const earned =
  '(?:brought in|bring in|brings in|earned|earns|earn|made|makes|make|generated|generates|generate|took in|takes in|spent|spends|spend|paid|pays|pay)';
const money = '(?:money|revenue|income|turnover|takings|sales|cash)';
const lasting = '(?:in total|altogether|overall)';
const ordinals = '(first|second|third|fourth)';
const figures = 'total|average|mean|median|sum|number|share|percentage|count|how|many|much';
const asking = 'which|what|who|whose|whom|when|where|why|is|are|was|were|do|does|did|has|have|had|can|of|and|or';
const thingWord = String.raw`(?!(?:${figures}|${asking})\b)[\p{L}\d][\p{L}\d'\u2019-]*`;
/** A noun with what describes it, and no question of its own. */
const thing = String.raw`(?!(?:list|show|name|give|find|compare)\b)(${thingWord}(?: ${thingWord}){0,4})`;
const lastOfOurs = String.raw`^(what|which) (?:is|was) the (?:very )?(last|latest|first|earliest|newest|oldest|most recent) (.+?) (?:that )?we (?:have |had )?(\p{L}+)`;

const earning = (end: string): RegExp =>
  new RegExp(
    `^(?:which|what) ${kind} (?:has |have )?${earned} (?:us |in )?(?:the )?${nth}${end}(?: ${money})?(?: ${lasting})?${rest}$`,
    'iu',
  );

/** Irregular verbs, who does them, and their nouns. */
const agents: readonly (readonly [verb: string, agent: string, noun: string])[] = [
  ['made', 'maker', 'make'],
  ['swept', 'sweeper', 'sweep'],
  ['sold', 'seller', 'sale'],
  ['taught', 'teacher', 'lesson'],
  ['drove', 'driver', 'drive'],
  ['rode', 'rider', 'ride'],
  ['led', 'leader', 'lead'],
  ['ran', 'runner', 'run'],
  ['wrote', 'writer', 'author'],
  ['built', 'builder', 'building'],
  ['sang', 'singer', 'song'],
  ['flew', 'flyer', 'pilot'],
];

/** Verbs that only say that there is something. Where "sold" is a state of the records, rules have read it before. */
const looser: readonly Rewording[] = [
  [
    new RegExp(
      String.raw`^((?:which|what) \p{L}+(?: \p{L}+)?) (?:has |have |had )?(sold|sells?|booked|books?|ordered|orders?|produced|produces?|delivered|delivers?|received|receives?|logged|logs?|recorded|collected|got|gets?) (the (?:${[...ordinalWords.keys()].join('|')} )?(?:most|least|fewest) \p{L}+)`,
      'iu',
    ),
    '$1 has $3',
    withoutState(2),
  ],
  ...agents.map(
    ([verb, agent, noun]): Rewording => [
      new RegExp(`^who (?:has |have )?${verb} (.+)$`, 'iu'),
      `Which ${agent} ${verb} $1 || Who is the ${agent} of $1 || Who is the ${noun} of $1`,
    ],
  ),
  [/^who (\p{L}{3,20})ed (.+)$/iu, 'What is the $1or of $2 || What is the $1er of $2'],
  [/\b(is|are|was|were) (?:kept|held|stored|located|found|based) (?=(?:in|at|on) )/iu, '$1 '],
];

/** Ways of asking, and the words in which the rules know the same question. */
const rewordings: readonly Rewording[] = [
  // The end of a ranking by how many records there are.
  [
    new RegExp(`^(?:(?:what|which) (?:is|was|are|were) )?(?:the |our )?${nth}${common} ${kind}${rest}$`, 'iu'),
    'Which $3 has the $1 $2 records$4',
  ],
  [
    new RegExp(`^(?:which|what) ${kind} (?:is|was|are|were) (?:the |our )?${nth}${common}${rest}$`, 'iu'),
    'Which $1 has the $2 $3 records$4',
  ],
  [
    new RegExp(
      String.raw`^(?:which|what) ${kindOnly} (?:(?:is|was|are|were|has|have|had|been|comes?|came|in|up|here|occurs?|occurred|happens?|happened|arises?|appears?|appeared|seen|used|represented|visits?|visited) ){1,4}(?:the )?${nth}(most|least) (?:often|frequently|frequent)$`,
      'iu',
    ),
    'Which $1 has the $2 $3 records',
  ],
  [
    new RegExp(
      String.raw`^(?:(?:what|who|which) are |list |show |name )?(?:the |our )?top (${count}) ${kindOnly} by (?:the )?(?:number|count|amount) of (?!(?:money|revenue|sales)$)(\p{L}+)$`,
      'iu',
    ),
    'Which $1 $2 have the most $3',
  ],
  // The end of a ranking by money.
  [earning('most'), 'Which $1 has the $2 highest total revenue$3'],
  [earning('least'), 'Which $1 has the $2 lowest total revenue$3'],
  // Lists and ends of an order.
  [
    new RegExp(
      String.raw`^(?:list|show|name|give) (?:the |our )?(?:top )?(${count}) (largest|biggest|highest|smallest|lowest|most expensive|cheapest) ${kind}${rest}$`,
      'iu',
    ),
    'Which $1 $3 have the $2 total value$4',
  ],
  [
    new RegExp(
      String.raw`^(?:the )?last (${count}) (?:people|members|customers|persons|ones) (?:to|who|that) (\p{L}+)$`,
      'iu',
    ),
    'Which $1 records $2 last',
  ],
  [
    new RegExp(
      `^(?:(?:which|what|who) (?:(?:is|was|are|were) )?|(?:list|show|name) )?(?:the |our )?${thing} with (?:the )?(most|least|highest|lowest|largest|smallest|fewest) (.+)$`,
      'iu',
    ),
    'Which $1 has the $2 $3',
  ],
  [
    /^what (?:is|was) the (largest|biggest|highest|smallest|lowest)(?: single)? (\p{L}+) (of|from|by|for|in) (.+) worth$/iu,
    'What is the $1 $2 $3 $4 worth',
  ],
  [/^(?!.*\btop\b)(.+), (?:the )?(?:highest|largest|biggest|most|best|lowest|smallest) first$/iu, '$1'],
  [
    new RegExp(String.raw`${lastOfOurs}(?: (?=\p{L})|$)(?:on |for |with )?`, 'iu'),
    '$1 was the $2 $3 of ',
    (match, { isState }) => idleVerbs.has(match[4]!.toLowerCase()) && !isState(match[4]!),
  ],
  [
    new RegExp(String.raw`${lastOfOurs}(?= |$)`, 'iu'),
    '$1 was the $2 $4 $3',
    (match, { isState }) => isState(match[4]!),
  ],
  [
    /^((?:which|what) .+?) (?:brings?(?: in)?|brought(?: in)?|gets?|got|yields?|achieves?|achieved|commands?|fetche[sd]|shows?) the (highest|lowest|largest|smallest|biggest) /iu,
    '$1 has the $2 ',
  ],
  // Pieces of what is sold.
  [
    /^how many (?!(?:orders|sales|bookings|deals|jobs|items|records|tickets|projects|contracts|invoices|deliveries|lots|products|things|pieces|units|quantity)\b)(\p{L}+(?: \p{L}+)?) (?:did|have) we (sell|sold|ship|shipped)\b/iu,
    'total quantity of $1 || total units of $1 || total pieces of $1',
    withoutState(2),
  ],
  [/^how many (pieces|units) (?:did|have) we (sell|sold|ship|shipped)\b/iu, 'total $1', withoutState(2)],
  [
    /^how many (?:pieces|units) of (?:the |our )?(.{1,60}?) (?:were|was|have been|did we) (sold|sell|ordered|order|shipped|ship|bought|buy)\b/iu,
    'total quantity of $1',
    withoutState(2),
  ],
  [
    new RegExp(
      `^(?:which|what) ${kind} (?:has |have )?(?:sold|sells|sell|ordered|bought) the ${nth}(most|fewest) (?:pieces|units)${rest}$`,
      'iu',
    ),
    'Which $1 has the $2 $3 quantity$4',
  ],
  // The end of an order by price.
  [
    new RegExp(`^(?:what|which) (?:is|was|are|were) (?:the |our )?(?:cheapest|least expensive) ${kind}${rest}$`, 'iu'),
    'Which $1 has the lowest price$2',
  ],
  // "Never" speaks of all records of one.
  [
    /^(which|what) (\p{L}+) (?:have |has )?never (\p{L}+ed)(?: (?:anything|something|any|once))?$/iu,
    '$1 $2 have no $3 records',
  ],
  // Money that is invoiced.
  [/^(?:and )?what (was|were|has been|have been) (invoiced|billed|charged|earned|spent)(?= |$)/iu, 'how much $1 $2'],
  [
    /^(?:and )?what ((?:did|do|does|have|has) (?:\p{L}+ ){1,3}(?:invoice|bill|charge|earn|spend)(?:e?d)?|(?:have|has) (?:\p{L}+ ){1,3}spent)(?= |$)/iu,
    'how much $1',
  ],
  [/^what (is|was|['’]s) (?:the|our) total(?= (?:in|for|from|at|on|during) |$)/iu, 'what is the total value'],
  // Money that is owed.
  [
    /^(?:what|how much) (?:is|are) (?:still )?(?:outstanding|owed|owing|open|due)(?: on| from| by| for)? (?:the |our )?unpaid (.+)$/iu,
    'What is the total value of unpaid $1',
  ],
  // "And" between two values of one field means both kinds.
  [
    /^((?:how (?:many|much)|(?:what (?:is|was) )?(?:the )?(?:total|average|mean|median|sum|number)|list|show|give) .{1,60}? (?:of|from|for|in|at|by|with|to)) both (?=.+ and .+)/iu,
    '$1 ',
  ],
  // Shares.
  [
    /^how (?:large|big|high|great|small) (?:is|was) (.{1,60}['’]s?) (share|part|percentage|proportion) of (.+)$/iu,
    'What is $1 $2 of $3',
  ],
  [
    /^what (?:part|share|proportion|percentage|fraction) of (.{1,60}?) (?:does|did|do) (.{1,60}?) (?:account for|make up|have|contribute|represent|bring in)$/iu,
    'What share of $1 is from $2',
  ],
  [
    /^what (?:is|was) the (.{1,40}?) (share|percentage|proportion) of (.{1,60}?) (?:at|in|for|from) (.+)$/iu,
    'What $2 of $3 in $4 is $1',
  ],
  // How far two figures are apart.
  [
    /^by how much (?:does|do|did) (?:the |our )?(.{1,60}?) ((?:from|of|in|at|for|by) .{1,60}?) exceed (?:(?:that|the one|those) |(?:the |our )?\1 )?((?:from|of|in|at|for|by) .+)$/iu,
    'How much more $1 $2 than $3',
  ],
  [
    /^what (?:is|was) the difference between (?:the )?(average|mean|median|total) (.{1,40}?) (\p{L}+) and (?:the )?\1 (.{1,40}?) \3$/iu,
    'What is the difference in $1 $3 between $2 and $4',
  ],
  [
    new RegExp(
      `^how much more (?:did|does|do|has|have) (.{1,60}?) (?:${earned}) (?:us |in )?than (?:did )?(.+)$`,
      'iu',
    ),
    'How much more revenue from $1 than from $2',
  ],
  [
    /^((?:do|does|did) .{1,60}?) (sell|take|receive|order|book|collect|serve|produce|deliver) (more|fewer|less) (.{1,60}?) than (.+)$/iu,
    '$1 have $3 $4 than $5',
    withoutState(2),
  ],
  [/\boutside (?:of )?(?=\p{L})/iu, 'not in '],
  [
    /^((?:what|which) (?:is|was) the (?:highest|lowest|largest|smallest|biggest|greatest) .{1,40}?) (?:(?:at|in|for|with|of|to|on) which|where) (.+?)(?: (?:is|was|are|were|has been) \p{L}+)?$/iu,
    '$1 of $2',
  ],
  // Two times. By itself, "the last quarter" is the one before this.
  [/(?<=\b(?:first|second|third) (?:quarter )?to )(?:the )?last quarter/iu, 'the fourth quarter'],
  [/\blast quarter of (?=(?:19|20)\d\d\b)/iu, 'fourth quarter of '],
  [
    new RegExp(`from (?:the )?${ordinals} (?:quarter )?(?:to|and) (?:the )?${ordinals} quarter`, 'iu'),
    'from $1 quarter to $2 quarter',
  ],
  [new RegExp(`from (?:the )?${ordinals} (?:half )?to (?:the )?${ordinals} half`, 'iu'), 'from $1 half to $2 half'],
  [/(?<=\b(?:from|to|and|than|in) )(?:the )?first quarter(?: of)?/giu, 'Q1'],
  [/(?<=\b(?:from|to|and|than|in) )(?:the )?second quarter(?: of)?/giu, 'Q2'],
  [/(?<=\b(?:from|to|and|than|in) )(?:the )?third quarter(?: of)?/giu, 'Q3'],
  [/(?<=\b(?:from|to|and|than|in) )(?:the )?fourth quarter(?: of)?/giu, 'Q4'],
  [
    /^how (?:did|has|have) (?:the |our )?(.+?) (?:develop|developed|evolve|evolved|moved?) from (.+)$/iu,
    'How did the $1 change from $2',
  ],
  [
    new RegExp(`^((?:by )?how (?:much |many percent )?(?:did|has|have)) (?:the |our )?(?=${money} )`, 'iu'),
    '$1 the total ',
  ],
  [
    /^(?:the )?growth (?:of|in) (?:new )?(.+) from (.+)$/iu,
    'By how many percent did the number of $1 change from $2 || By how many percent did the total $1 change from $2',
  ],
  // Two numbers with none between them.
  [/\b(\d{1,3}) or (\d{1,3})(?= \p{L})/iu, 'between $1 and $2', ([, one, other]) => Number(other) === Number(one) + 1],
  // Seasons.
  [
    /\b(?:in |during )?(?:the )?(?:spring|summer|autumn|fall)(?: of)? (\d{4}),? \(?(\p{L}+) (?:through|to|until|till) (\p{L}+)\)?/iu,
    'between $2 and $3 $1',
  ],
  [/\b(?:in|during) (?:the )?spring(?: of)? (\d{4})/iu, 'between March and May $1'],
  [/\b(?:in|during) (?:the )?summer(?: of)? (\d{4})/iu, 'between June and August $1'],
  [/\b(?:in|during) (?:the )?(?:autumn|fall)(?: of)? (\d{4})/iu, 'between September and November $1'],
  // Amounts in adjectives.
  [
    new RegExp(`^(?:(?:who|which|what) (?:is|was) )?(?:the |our )?oldest ${kind}${rest}$`, 'iu'),
    'Which $1 has the highest age$2',
  ],
  [
    new RegExp(`^(?:(?:who|which|what) (?:is|was) )?(?:the |our )?youngest ${kind}${rest}$`, 'iu'),
    'Which $1 has the lowest age$2',
  ],
  [
    /\b(?:aged )?(?:under|below|younger than) (?:the age of )?(\d\d)(?: years(?: old)?| years of age)?$/iu,
    'with age under $1',
  ],
  [
    /\b(?:aged |are )?(?:over|above|older than) (?:the age of )?(\d\d)(?: years(?: old)?| years of age)?$/iu,
    'with age over $1',
  ],
  [/\blonger than(?= \d)/iu, 'with length over'],
  [/\bshorter than(?= \d)/iu, 'with length under'],
  [/\btaller than(?= \d)/iu, 'with height over'],
  [/\bdeeper than(?= \d)/iu, 'with depth over'],
  [/\bheavier than(?= \d)/iu, 'with weight over'],
  [/\blighter than(?= \d)/iu, 'with weight under'],
  // Words that say only that there are records.
  [
    /^how many (?:different )?(\p{L}+) (?:do|did|have) we (?:have|hold|keep|stock|supply|serve|served|supplied|worked (?:on|with|for)|work (?:on|with|for)|dealt with|deal with|look after)(?: (?=\p{L})|$)/iu,
    'How many different $1 ',
  ],
  [
    /^(how many .+?) (?:have|did|do) we (?:worked on|worked with|work on|work with|dealt with|have|hold|keep|stock|offer|supply|serve)$/iu,
    '$1',
  ],
  [/^(\p{L}[\p{L} ]{1,40}) total$/iu, 'How many $1 in total', (match, { isRecords }) => isRecords(match[1]!)],
];

/** The same question in words that the rules know, the likeliest first. Empty where no other way of asking is known. */
export function* paraphrases(text: string, told: Told): Work<readonly string[]> {
  const asked = withoutEnd(text.trim(), /[\s?.!]/);
  if (asked.length > mostCharacters) return [];
  const figures = [...ratesIn(asked, told.isCalledState), ...monthsIn(asked)];
  if (figures.length > 0) return figures;
  const texts = kindOf.test(asked) ? [asked.replace(kindOf, '$1 type'), asked.replace(kindOf, '$1')] : [asked];
  const found: string[] = [];
  for (const one of texts)
    found.push(...((yield* paraphrased(one, told, rewordings)) ?? (one === asked ? [] : [`${one}?`])));
  return found;
}

/** A field may be called Boat type or Boat. */
const kindOf = /\b(?:types?|kinds?|sorts?) of (\p{L}+)/iu;

/** The same in words that leave out verbs, where nothing else answers. */
export function* looseParaphrases(text: string, told: Told): Work<readonly string[]> {
  const asked = withoutEnd(text.trim(), /[\s?.!]/);
  return asked.length > mostCharacters ? [] : ((yield* paraphrased(asked, told, [...looser, ...rewordings])) ?? []);
}

/** Others may go on between two patterns, because V8 compiles each when it is first used. */
function* paraphrased(asked: string, told: Told, known: readonly Rewording[]): Work<readonly string[] | undefined> {
  let meant = asked;
  for (const rewording of known) {
    meant = reworded(meant, rewording, told);
    yield;
  }
  if (meant === asked) return undefined;
  return meant.split(' || ').map((one) => `${one.replaceAll(/ {2,}/gu, ' ').trim()}?`);
}

function reworded(said: string, [pattern, meant, suits]: Rewording, told: Told): string {
  const match = suits && pattern.exec(said);
  return suits && !(match && suits(match, told)) ? said : said.replace(pattern, meant);
}
