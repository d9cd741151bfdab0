import { listed } from './listed.ts';

/** A longer text is not looked through. */
const mostCharacters = 300;

/**
 * Whether a text is a statement, a wish or a greeting: "The wifi died on the train", "help me sleep". It asks nothing of a
 * table, whatever words of one it has.
 */
export function asksNothing(text: string): boolean {
  const said = text.trim();
  if (said.length > mostCharacters) return false;
  if (exclaims.test(said) || asksForTheHour.test(said)) return true;
  if (/\?/u.test(said) || requests.test(said)) return false;
  const isMarked = /[.!\u2026]$/u.test(said);
  const sentences = said.split(/[.!\u2026\n]+(?:\s+|$)/u).filter((one) => one !== '');
  return sentences.length > 0 && sentences.every((one) => isIdle(one, isMarked));
}

/** An exclamation: "what a night!" */
const exclaims = /^(?:what|such) an? [^?]*!$/iu;
const asksForTheHour = /^what (?:time is it|day is (?:it|today))(?: (?:now|right now|today|please))*[?.!]*$/iu;

const anyOf = (words: string): string => `(?:${listed(words).join('|').replaceAll('_', ' ')})`;

/** Words that ask for something, or that correct a question before. */
const requests = new RegExp(
  String.raw`(?<!\p{L})${anyOf(`
    how what which who whose whom when where why whether if that show list give tell count total sum average mean median number
    amount share percent percentage ratio find compare see know hear learn need needs want wants would like looking look ask asks
    asking wonder wondering search searching interested curious care trying try about regarding mean meant only just
    instead rather should not_the not_in most least highest lowest top per each every all and_also`)}(?!\p{L})`,
  'iu',
);

const thanking =
  /^(?:(?:many )?(?:thanks|thank you|cheers)(?: \p{L}+){0,4}|good (?:night|morning|afternoon|evening|day|luck|bye))$/iu;
const wishing = new RegExp(
  String.raw`^(?:please )?(?:help (?:me|us)|let (?:me|us)) (?:to )?(?!${anyOf(
    'have get check understand calculate compute work_out figure add filter sort group pick choose identify determine with',
  )}(?!\p{L}))\p{L}`,
  'iu',
);
const commanding = new RegExp(
  String.raw`^(?:please )?(?:(?:book|buy|play|sing|fix|finish|cook|bake|cancel|wake|switch|turn) (?:an?|the|my|our|your|me|us|off|on|up|down)|order an?|remind (?:me|us) to|teach (?:me|us))(?!\p{L})`,
  'iu',
);

const pronouns = anyOf('i we you he she it they someone somebody anyone everyone everybody nobody there');
/** A pronoun tells something: "I slept badly last night." */
const spoken = new RegExp(String.raw`^${pronouns}(?:['\u2019]\p{L}{1,2})? \p{L}`, 'iu');

const being = anyOf('is are was were will can could has_been have_been had_been');
/** Verbs of the past, without participles. "The kites sold in May" may be a list, and "the wifi died" is not. */
const happened = anyOf(
  'died went ran came broke fell froze began rang shook sank woke forgot gave took ate drove flew wrote spoke stole tore threw',
);
const noun = String.raw`(?!${pronouns}(?!\p{L}))\p{Ll}[\p{L}-]*`;
/** Something with its article does or is something: "the night train was late". */
const told = new RegExp(
  String.raw`^(?:[Tt]he|[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Tt]his|[Aa]n?) ${noun}(?: ${noun})? (?:${being}|${happened}) \p{L}`,
  'u',
);
const openings = anyOf(
  'in at on from by of for with within during among between under over after before since until is are was were do does did has have can could will would may',
);
/** The same of somebody with a name, or of a thing without an article: "Ann is late today." */
const toldOfNamed = new RegExp(
  String.raw`^(?!${openings}(?!\p{L}))\p{L}+ (?:is|are|was|were|will|has|had) \p{L}`,
  'iu',
);

const isIdle = (said: string, isMarked: boolean): boolean =>
  [thanking, wishing, commanding, spoken, told].some((one) => one.test(said)) || (isMarked && toldOfNamed.test(said));
