import type { Work } from '../../turns/turn.ts';
import { withoutLetter } from './letters.ts';
import { listed } from './listed.ts';
import { rephrased } from './rephrased.ts';

/**
 * The question without polite phrases. "Could you please tell me how many deals we won? Thanks!" becomes "how many
 * deals we won". Politeness never changes the answer.
 */
export function* withoutManners(text: string): Work<string> {
  let asked = rephrased(withoutLetter(text));
  for (let left = mostManners; left > 0; left -= 1) {
    const before = asked;
    asked = withoutEnding(yield* withoutBeginning(asked));
    if (asked === before) break;
  }
  const bare = /^["“](.+)["”][?.!]*$/u.exec(asked)?.[1] ?? asked;
  const plain = bare
    .replaceAll(/(,?) ?\b(?:please|pls|kindly)\b(,?)/giu, (_said, before: string, behind: string) =>
      before ? '' : behind,
    )
    .replace(/^[\s,]+/u, '')
    .trim();
  return /\p{L}/u.test(plain) ? plain : text;
}

/** The most polite phrases that are removed. */
const mostManners = 6;
const longestEnding = 60;

const anyOf = (words: string): string => `(?:${listed(words).join('|').replaceAll('_', ' ')})`;

const me = '(?:me|us)';
const adverbs = `(?:${anyOf('please kindly maybe possibly perhaps quickly briefly also just simply again really')} )*`;
const telling = `(?:${anyOf('tell show give send remind get find bring list')} ${me}|let ${me} (?:know|see|have)|help ${me}(?: to)? ${anyOf(
  'find_out find see understand know figure_out work_out check count get',
)}|${anyOf('find_out figure_out work_out look_up dig_out dig_up pull_up tell')}(?: for ${me})?)`;
const knowing = `(?:${anyOf('know see find_out hear learn understand ask get have check figure_out')}|${telling})(?: from you)?`;
const someone = `(?:i|we|(?:my|our|the) ${anyOf('boss manager team colleague customer client ceo director accountant chief supervisor partner')})`;

/** A greeting, and whom it greets where a mark follows: "Hello Anna," */
const greeting = `greetings from [^,:;.!?–—]{1,40}(?=\\s?[,:;.!?–—])|guten (?:morgen|tag|abend) \\p{L}{1,20}(?=[,.!])|(?:ok|okay|hey|hi|hello),? (?:computer|bot|assistant|robot|machine|chatbot)|${anyOf('hi hello hey hiya heya howdy yo dear salut bonjour hola ciao servus moin hallo hei hej aloha ahoy namaste buongiorno salve gday dearest greetings good_morning good_afternoon good_evening good_day')}(?: ${anyOf(
  'there team all everyone everybody again',
)}|(?: (?!${anyOf('how what which who when where please can could')}\\b)\\p{L}{1,20}){1,2}(?=[,.!]))?`;
const wish = `(?:(?:i|we) )?(?:${anyOf('hope hoping trust')}) (?:that )?(?:you|all|everything|everyone|everybody|things|life|the|this|your)(?![\\p{L}\\p{N}])[^.!?,;:]{0,60}(?=[.!?,;:])`;
const trouble = `(?:if|when|whenever) (?:it|that|this|you|there)(?:['’]s| is| isn['’]t| has|['’]ve| have| get| find| got)(?: not)?(?: too much)? ${anyOf(
  'trouble bother hassle work effort a_problem to_do okay ok alright all_right fine convenient possible to_ask no_trouble no_bother not_too_much_trouble a_moment a_minute a_second a_chance time some_time the_time',
)}(?: to ask)?(?: (?:with|for) you)?`;
const aside = `(?:${wish}|${trouble}|(?:sorry|apologies) (?:to|for) (?:bother|ask|disturb|trouble|pester)(?:ing)?(?: you)?(?: (?:again|once more|so (?:late|early|often)))?(?:,? but)?|(?:sorry|apologies|forgive me|excuse me) (?:for|about) [^,:;.!?]{1,40}(?=[,:;.!?])(?:,? but)?|${anyOf(
  'sorry excuse_me pardon_me pardon please kindly thanks thank_you fyi btw by_the_way',
)}|(?:i have |just )?(?:a |one )?(?:quick |small |short |more )*question(?: for you)?|(?:the|my|our) question is|just ${anyOf(
  'wondering curious checking asking',
)}|out of (?:(?:pure|sheer|mere|idle|simple|plain) )?(?:curiosity|interest|nosiness|habit|politeness)|for (?:my|our) (?:own )?${anyOf(
  'information understanding report records notes reference files archive paperwork bookkeeping',
)}|(?:can|could|would) you (?:please )?help ${me}(?: out)?(?: with (?:this|something))?(?=[.!?,])|if possible|if you (?:can|could|please|don['’]t mind|wouldn['’]t mind)|when you have a (?:moment|minute|second))`;
/** Sayings before a question, where a mark follows. */
const saying = `(?:${anyOf('just so and but well oh ah ok okay')},? )?(?:in (?:${anyOf('plain simple short other a_few one two')} ${anyOf(
  'word words terms english language',
)}|${anyOf('short brief essence a_nutshell any_case summary all_honesty all_seriousness passing')})|${anyOf(`
  at_any_rate at_the_end_of_the_day at_first_glance on_that_note for_the_record for_starters for_clarity for_context for_a_change
  by_the_by by_the_bye straight_to_the_point right_to_the_point long_story_short to_cut_a_long_story_short
  to_make_a_long_story_short bottom_line full_disclosure fun_fact random_thought speaking_of_which come_to_think_of_it
  if_memory_serves as_it_happens as_always as_ever as_usual needless_to_say guess_what no_offence no_offense no_pressure
  no_rush first_things_first first_of_all last_but_not_least heads_up change_of_subject change_of_topic quick_check
  sanity_check food_for_thought good_news bad_news believe_it_or_not truth_be_told strictly_between_us between_you_and_me
`)}|for (?:crying out loud|heaven['’]s sake)|between us|(?:excuse|pardon|forgive) (?:the|my|our|this) [^,:;.!?]{1,40}|happy (?:${anyOf('monday tuesday wednesday thursday friday saturday sunday weekend new_year birthday')})|(?:many )?(?:thanks|thank you|cheers|ta)(?: (?:again|so much|very much))? for [^,:;.!?]{1,50}|once more(?: with feeling)?|(?:tell me|say it|give it to me) straight|on an? ${anyOf('side related unrelated different lighter')} note|(?:one |a |my )?(?:${anyOf('more last other final small quick next')} )+${anyOf(
  'thing question one request',
)}(?: (?:before|of|for) [^,:;.!?]{1,30})?|one more|pretty please(?: with (?:an? )?\\p{L}{1,20} on (?:the )?top)?|say|now that (?:i|you|we) ${anyOf('think mention come')}[^,:;.!?]{0,30}|while (?:i|we|you)(?:['’](?:m|re)| am| are) ${anyOf(
  'at_it here',
)}|if (?:i|we)(?:['’]m| am| are)? ${anyOf('not_mistaken remember recall')}[^,:;.!?]{0,20}|as ${anyOf('discussed agreed promised mentioned requested said announced')}(?: \\p{L}{1,20}){0,3}|(?:as )?per (?:our|my|your) ${anyOf(
  'chat call talk mail email message conversation discussion meeting',
)}(?: \\p{L}{1,20}){0,2}|tl;? ?dr(?: (?:of|for) [^,:;.!?]{1,30})?)(?=\\s?[,:;.!?–—-])`;
/** Words that also begin a follow-up. They are removed only before a whole question. */
const link = `${anyOf('so ok okay well now right alright and also then')}[,:]? (?=${anyOf(
  'please can could would will tell show give how what which who when where list i we may let do',
)} (?!about ))`;

const imperative = String.raw`(?:${anyOf('list show count name give find display calculate compare sum add')})(?!\p{L})`;
const requests = [
  `${anyOf('can could would will')} (?:you|someone|anyone|anybody) ${adverbs}(?:${telling}|check|say|confirm|explain)`,
  `${anyOf('can could would will')} you(?= ${adverbs}${imperative})`,
  `would you mind (?:telling|showing|giving) ${me}`,
  `would you be (?:so kind as|kind enough|able) to ${telling}`,
  `(?:would|could|might|is) it (?:be )?(?:too (?:much|big)|a|an|at all|very|terribly|really)(?: \\p{L}{1,12}){0,4} (?:to|if you|for you to) ${knowing}`,
  `(?:i|we)(?:['’]\\p{L}{1,2})? (?:bet|guess|suppose|hope|trust|believe|think|know|gather) (?:that )?you (?:can|could|may|might|will) ${adverbs}${telling}`,
  `would you be (?:a|an|so|my|very|really)(?: \\p{L}{1,12}){1,3} (?:and|to|as to) ${telling}`,
  `with your (?:permission|leave|help)`,
  `(?:would it be|is it|is there a way it is) possible (?:for you )?to ${knowing}`,
  `is there (?:a|any) way to ${knowing}`,
  `(?:per chance,? )?(?:do|does|would|might|did) (?:you|we|they|anyone|anybody|someone|somebody)(?: here| else)? (?:happen to |by any chance |still |ever )?${anyOf('know recall remember have_any_idea')}`,
  `(?:do you have )?any idea`,
  `any chance (?:that )?you (?:could|can) ${adverbs}${telling}`,
  `${anyOf('may might can could')} (?:i|we) ${adverbs}${anyOf('ask know see get have find_out hear')}(?: you)?`,
  `(?:i|we)(?: would|['’]d) ${adverbs}(?:like|love)(?: (?:you )?to ${knowing}| (?=(?:the|a|all)\\b))`,
  `${someone} (?:would|['’]d) ${adverbs}(?:like|love) to ${knowing}`,
  `${someone} (?:is|are|has been|keeps) (?:asking|wondering)(?: ${me})?`,
  `${someone} asked(?: ${me}(?: to ${knowing})?)?`,
  `${someone} ${adverbs}(?:wants?|needs?|wish(?:es)?|(?:am|are|is) trying|hopes?)(?: you)? to ${knowing}`,
  `i['’]m trying to ${knowing}`,
  `(?:i|we) ${adverbs}(?:want|need)(?= (?:the|a|all)\\b)`,
  `(?:i|we)(?:['’]m| am|['’]re| are| was| were) ${adverbs}${anyOf('wondering curious asking interested_in')}(?: about)?(?: if you (?:could|can) ${telling}| to know)?`,
  `i wonder(?: if you (?:could|can) ${telling})?`,
  `it would be ${anyOf('great nice good helpful useful')} (?:to ${knowing}|if you could ${telling})`,
  `(?:i|we)(?: would|['’]d) (?:appreciate it|be (?:grateful|glad|happy)) if you (?:could|would|can) ${telling}`,
  `what (?:i|we)(?:['’](?:d|m|re)| am| are)? (?:really |actually )?(?:(?:want|need|would like|would love|like|love|trying) to ${knowing}|after|looking for|missing) is`,
  `${adverbs}${telling}`,
];

const punctuation = String.raw`[\s,:;.!?\u2013\u2014-]*`;
const phrase = (pattern: string): RegExp => new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}])${punctuation}`, 'iu');
const beginnings = [...[greeting, saying, aside].map(phrase), new RegExp(`^${link}`, 'iu')];
const requesting = requests.map(phrase);
const ending = new RegExp(
  `(?<!\\b${anyOf('of in at on from by for to with without about the a an and or called named')})(?:^|[,;.!?–—-]? )(?:${anyOf('please pls kindly cheers question_mark full_stop exclamation_mark end_of_message over_and_out')}|(?:many )?thanks(?: ${anyOf(
    'a_lot so_much again',
  )})?(?: in advance)?|thank you(?: ${anyOf('very_much so_much')})?(?: in advance)?|(?<!\\b(?:is|are|was|were|be) )for ${me}|if possible|if you (?:can|could|please|know|don['’]t mind|wouldn['’]t mind)|(?:can|could|would) you(?: tell ${me})?|do you know)[\\s.!?]*$`,
  'iu',
);

/** A clause that is a question by itself. After "show me", anything else is an item to show. */
const clause =
  /^["“'‘]?(?:how|what|which|who|whom|whose|when|where|why|if|whether|list|show|count|name|give|find|display|is|are|was|were|do|does|did|has|have)(?!\p{L})/iu;

function* withoutBeginning(text: string): Work<string> {
  const bare = yield* withoutFirst(text, beginnings);
  const asked = yield* withoutFirst(bare, requesting);
  if (asked === bare) return bare;
  return clause.test(asked) ? asked : `Show ${asked}`;
}

/**
 * The text without the first of these beginnings that it has. Others may go on between two patterns, because V8 compiles
 * each when it is first used.
 */
function* withoutFirst(text: string, known: readonly RegExp[]): Work<string> {
  for (const beginning of known) {
    if (beginning.test(text)) return text.replace(beginning, '');
    yield;
  }
  return text;
}

function withoutEnding(text: string): string {
  const last = text.slice(-longestEnding);
  return ending.test(last) ? `${text.slice(0, -longestEnding)}${last.replace(ending, '')}?` : text;
}
