import { isFigure, type Front } from './fronts.ts';

interface Placed {
  readonly text: string;
  readonly isOnlyMoved: boolean;
}

const be = '(?:is|are|was|were)';
/** A word at the end that stands for what is said first: "how many landlords own that?" */
const standIn = /^(.+) (?:(?:it|that|so|those|them|that many|that much|that way))$/iu;
const bare = new RegExp(`^(.+?) (${be}) (?:it|that|they|those|this)$`, 'iu');
const whole = /^(?:among|amongst|from among|out of|of)(?: all)?(?: of)?(?: the| our| those)? /iu;
/** As in "how many are insured" and "how many took more than 3 hours". */
const withoutNoun =
  /^how many (?:of (?:them|those|these) )?((?:is|are|was|were|has|have|had|do|did|does|cost|weigh|weighed|last|took|take|came|come|went|go|live|need|got|get|made|make|earned|work|play|stand|sit|sold|paid|started|ended|\p{L}{3,}ed) .+|\p{L}{3,}ed)$/iu;
/** As in "what share is neutered". */
const shareOf = /^(what (?:percent|percentage|share|proportion|part|fraction)) (?!of )(.+)$/iu;
const describing = /^(?:not|neither|\p{L}{3,20}ed)\b/iu;
const copied: readonly (readonly [said: RegExp, of: (front: string) => string])[] = [
  [/\b(?:their|its|his|her) ([^,]+)$/iu, (front) => `the $1 of ${front}`],
  [/\b(?:it|them|they|he|she)\b/iu, (front) => front],
];

/** Puts conditions behind their question. */
export function placed({ front, question }: Front): Placed {
  const said = lowered(front);
  const described = said.replace(whole, '');
  const isOfAll = whole.test(said);
  const alone = withoutNoun.exec(question);
  if (alone && (isOfAll || isNamed(said))) return changed(`how many ${withoutArticle(described)} ${alone[1]}`);
  const share = isOfAll && shareOf.exec(question);
  if (share) return changed(`${share[1]} of ${described} ${share[2]}`);
  const there = /^(how many .+) (?:is|are|was|were) there$/iu.exec(question);
  if (there && describing.test(said)) return changed(`${there[1]} are ${said}`);
  const stood = standingIn(question, said);
  if (stood) return changed(stood);
  if (isNamed(said))
    for (const [pronoun, of] of copied) if (pronoun.test(question)) return changed(question.replace(pronoun, of(said)));
  const than = question.search(/ than (?!\d)/iu);
  if (than > 0 && !isFigure(question))
    return { text: `${question.slice(0, than)} ${said}${question.slice(than)}`, isOnlyMoved: true };
  const joined = isOfAll ? `of ${described}` : said;
  return { text: `${question} ${joined}`, isOnlyMoved: true };
}

const changed = (text: string): Placed => ({ text, isOnlyMoved: false });

/** "Covered by warranty: what share of repairs was it" as "what share of repairs was covered by warranty". */
function standingIn(question: string, said: string): string | undefined {
  const copula = bare.exec(question);
  if (copula && /^(?:no|without|with)\b/iu.test(said)) return `${copula[1]} have ${said.replace(/^with /iu, '')}`;
  if (copula) return `${copula[1]} ${copula[2]} ${said}`;
  const found = standIn.exec(question);
  return found ? `${found[1]} ${said}` : undefined;
}

const isNamed = (front: string): boolean =>
  !/^(?:in|at|on|for|of|from|with|without|by|per|to|before|after|since|during|between|under|over|last|this|next|right|now)\b/iu.test(
    front,
  );

const withoutArticle = (text: string): string => text.replace(/^(?:all )?(?:the|our) /iu, '');

/** The front with a small first letter, unless it may be a name. */
const lowered = (front: string): string => {
  const [first = '', ...rest] = front.split(' ');
  const isSmall =
    /^(?:In|At|On|For|Of|From|With|Without|By|Per|To|Into|Through|Via|Among|Amongst|Out|Between|Before|After|Since|During|Until|Till|Within|Inside|Outside|Under|Over|Above|Below|Across|Except|Excluding|Including|As|Last|This|Next|Right|Now|Today|Yesterday|Currently|So|Not|Neither|No|More|Less|Fewer|The|Our|All|Being|\p{Lu}\p{Ll}{2,20}ed)$/u.test(
      first,
    );
  return isSmall ? [first.toLowerCase(), ...rest].join(' ') : front;
};
