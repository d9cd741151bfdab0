import { irregularForms } from './lexicon/forms.ts';
import { listed } from './listed.ts';

const anyOf = (words: string): string => `(?:${listed(words).join('|').replaceAll('_', ' ')})`;

/** Words behind which a question goes on: "the permits that I signed", "do we have". */
const bound = String.raw`(?<!(?:^|\s)${anyOf(`
  that which who whom whose where when while before after until till once whenever if as since than and or but not the a an of in at on from by
  for to with without about between do does did have has had can could will would should are is was were am
`)}\s)`;

/** Words of courtesy or haste, which begin a remark wherever they stand. */
const courtesy = String.raw`(?:(?:so |very )?(?:many|big|huge|much) )?${anyOf(`
  thanks thank_you thankyou thx tnx tks ty tysm cheers tia merci danke gracias appreciated obliged sorry apologies asap lol pls plz
  no_rush no_hurry no_pressure no_worries no_stress take_your_time have_a_nice have_a_good have_a_great have_a_lovely
  talk_soon see_you bye goodbye you_know or_something or_whatever just_asking just_wondering just_curious just_checking
`)}`;
const leisure = String.raw`at your (?:\p{L}+ )?(?:convenience|leisure)|as soon as (?:possible|you can)|by return of (?:mail|post)`;
const inCase = String.raw`because|in case|and(?= \p{L}{2,} (?:it|this|me|us)(?!\p{L}))|so (?:that )?(?:i|we|my|our)|(?:as|since) (?:i|we|my|our)|if you|when you`;
const praise = String.raw`(?:(?:it|that|this) )?(?:would|will|['\u2019]d) (?:\p{L}+ )?(?:help|be (?:\p{L}+ )?${anyOf('helpful great nice useful good awesome perfect lovely amazing fantastic wonderful brilliant appreciated handy kind cool of_great a_great a_big a_huge a_real')})`;
const opening = new RegExp(
  String.raw`(?<=\s)${bound}(?:${courtesy}|${leisure}|${inCase}|${praise})(?![\p{L}'\u2019])`,
  'iu',
);

/** A person who acts, behind a question that is complete. */
const person = String.raw`(?:i|we|you|(?:my|our) \p{L}+|somebody|someone|everybody|everyone|nobody)`;
const acts = String.raw`(?:['\u2019](?:m|re|ve|ll|d)|(?: (?:am|are|is|was|have|has|had|will|would|must|need|needs|want|wants|promised|can|cannot|can['\u2019]t|don['\u2019]t|do|does|doesn['\u2019]t|keep|keeps|ask|asks|asked|just|really|honestly|urgently|still|only)))(?!\p{L})`;
const state = String.raw`(?:it|this|that)(?:['\u2019]s| is| was)(?: (?:\p{L}+ ){0,2}(?:urgent|important|for|what|all|needed|me|my|our|a|the))(?!\p{L})|is what (?:i|we)(?!\p{L})`;
const told = new RegExp(String.raw`(?<=\s)${bound}${person}${acts}`, 'iu');
const pointed = new RegExp(String.raw`(?<=\s)${bound}(?:${state})`, 'iu');

/** Irregular verbs of the past: "wrote". */
const pasts = [...irregularForms.keys(), ...listed('ate made went got put set hit let said')];

/** A person or a thing, and what it does to the asker: "nobody could tell me". */
const anybody = String.raw`(?:i|we|you|he|she|they|(?:people|somebody|someone|everybody|everyone|nobody|no one)(?: (?:here|else|around))?|(?:my|our|your|his|her|their|the|an?|some) \p{L}+(?: \p{L}+)?)`;
const does = String.raw`(?:['\u2019](?:m|re|ve|ll|d|s)| (?:\p{L}+ly |just |still |only |even |never |already |once |always )?(?:am|are|is|was|were|has|have|had|will|would|must|might|could|cannot|can|can['\u2019]t|\p{L}+n['\u2019]t|do|does|did|keeps?|needs?|wants?|\p{L}{2,}ed|\p{L}{2,}[^s\P{L}]s|${pasts.join('|')}|bet|swear|hope|guess|think|wonder|argue|owe|beg))(?!\p{L})`;
const acting = new RegExp(String.raw`(?<=\s)${bound}${anybody}${does}`, 'giu');
/** The asker speaks of himself in short: "cannot find it anywhere", "no idea where I left it", "hoping you know". */
const short = String.raw`(?:cannot|can not|can['\u2019]?t|could(?:n['\u2019]?t| not)|(?:do|did|does|have|has|is|was)(?:n['\u2019]?t| not)|no (?:idea|clue|hint|luck)|not (?:sure|certain|kidding|joking)|need(?:ed)? (?:it|this|that|to know)|want(?:ed)? (?:it|this|that)|(?<!(?:[^s\P{L}]s|people) )(?:asking|trying|hoping|wondering|looking forward|dying|itching|desperate|eager|keen|curious)|forgot|lost|must|gotta|got to)`;
const ellipsis = new RegExp(
  String.raw`(?<=\s)(?<!(?:^|\s)(?:${listed('who that which we they you he she it not to and or').join('|')})\s)${bound}${short}(?!\p{L})`,
  'giu',
);
/** Words of the asker, or of the question, without which a clause may tell which records are meant. */
const toSpeaker = /(?<!\p{L})(?:i|me|my|myself|we|us|our|ourselves|you|your|it|this|anything|anywhere)(?!\p{L})/iu;

/** A verb of the question itself. Without one before it, "I lent" says which books are meant. */
const complete =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|do|does|did|can|will|\p{L}{2,}ed|came|went|got|made|took|sold|won|lost|paid|sent)(?!\p{L})/iu;
/** Words of a whole remark. A clause without them may tell which records are meant: "are the ones I have read". */
const object =
  /(?<!\p{L})(?:it|this|that|me|us|you|an?|the|my|our|to|in|on|for|by|about|all|sure|late|busy|new|sorry|curious|desperate|urgent)(?!\p{L})/iu;

/** Where a remark begins that no mark parts from a question. Undefined where there is none. */
export function remarkAt(question: string): number | undefined {
  const at = [
    question.search(opening),
    clauseAt(question, told, object),
    clauseAt(question, pointed),
    spokenAt(question, acting),
    spokenAt(question, ellipsis),
  ];
  const found = at.filter((place) => place > 0);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** Where a clause begins behind a question that is complete, if it goes on as it must. */
function clauseAt(question: string, clause: RegExp, isFollowed = /^/u): number {
  const found = clause.exec(question);
  if (!found) return -1;
  const isWhole = complete.test(question.slice(0, found.index));
  return isWhole && isFollowed.test(question.slice(found.index + found[0].length)) ? found.index : -1;
}

/** A clause that ends so tells which records are meant: "the orders you told me about". */
const isOpen = /(?<!\p{L})(?:about|on|for|of|with|to|at|from|by|in)[\s?.!]*$/iu;

/** Where a clause of the asker begins behind a question that is complete. It must speak of him or of the question. */
function spokenAt(question: string, clause: RegExp): number {
  if (isOpen.test(question)) return -1;
  for (const { index, 0: begun } of question.matchAll(clause)) {
    const isOfSpeaker = /(?:to know|^no \p{L}+)$/u.test(begun) || toSpeaker.test(question.slice(index + begun.length));
    if (isOfSpeaker && complete.test(question.slice(0, index))) return index;
  }
  return -1;
}
