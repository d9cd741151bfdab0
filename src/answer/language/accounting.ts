import { listed, months, numberWords, ordinalWords, weekdays } from './lexicon.ts';

/** Words of grammar. They never say what is asked. */
const grammar: ReadonlySet<string> = new Set(
  listed(`
    a an the of in at for to on with from among amongst and is are was were be been being am do does did has have had
    having there here we our ours us you your that which what all any so ever ones`),
);

/** Whether a reading has to account for the word. */
export const isContent = (folded: string): boolean => !grammar.has(folded);

const negations =
  'no not none never nor neither nobody nothing without except excluding besides outside but unless cannot';
const times = `${months.join(' ')} ${months.map((month) => month.slice(0, 3)).join(' ')} ${weekdays.map((day) => `${day} ${day}s`).join(' ')}
  today yesterday tomorrow tonight now currently daily weekly monthly quarterly yearly day days week weeks weekend weekends
  month months quarter quarters early mid late earlier later ago recent recently before after since until till within
  first last next previous past latest earliest newest oldest begin beginning start end half`;
const quantities = `each every both either more most less least fewer fewest few several twice double half third per versus vs
  again still yet almost nearly roughly around approximately circa average mean median difference sum combined together consecutive consecutively percentage percent rate ratio share large big small huge tiny expensive cheap`;
const others = 'my mine myself because due reason reasons why whether if will would should might must';

/** Words that change the question when they are ignored. */
const telling: ReadonlySet<string> = new Set(listed(`${negations} ${times} ${quantities} ${others}`));

/**
 * Whether ignoring the word would answer another question. It is a negation, a number, a time, a quantity or "by"
 * before a month.
 */
export const changesMeaning = (folded: string, next = ''): boolean =>
  telling.has(folded) ||
  /\d/.test(folded) ||
  /n['’]t$/.test(folded) ||
  (numberWords.has(folded) && folded !== 'one') ||
  ordinalWords.has(folded) ||
  (folded.length > 4 && folded.endsWith('est')) ||
  (folded === 'by' && (/\d/.test(next) || months.includes(next)));
