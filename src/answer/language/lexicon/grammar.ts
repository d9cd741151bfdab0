import { listed } from '../listed.ts';
import { months, shortMonths, weekdays } from './numbers.ts';

/** Words that never say what is asked. */
export const grammar: ReadonlySet<string> = new Set(
  listed(`
    a an the of in at for to on with from among amongst and is are was were be been being am do does did has have had
    having there here we our ours us you your that which what all any so ever ones`),
);

/** Words without a topic of their own. The other words of a question say what it is about. */
export const stopWords: ReadonlySet<string> = new Set(
  listed(`
    a about above across after again all along already also although always am among an and another any anybody anyone
    anything are around as at away be became because become been before behind being below beside besides between beyond
    both but by can cannot could currently did do does doing down during each either else ever every everybody
    everyone everything few for from further get gets getting give given gives go goes going got had has have having he
    her here hers him his how i if in inside into is it its itself just know let lets like made make makes many may me
    might mine more most much must my myself near no nobody none nor not nothing now of off often on once one ones only
    onto or other others our ours out outside over own per perhaps please quite rather really s said say says shall she
    should show since so some somebody someone something still such t tell than that the their theirs them then there
    these they thing things this those through thus to together too toward towards under until up upon us use used very
    via want was we were what whatever when where whether which while who whom whose why will with within without would
    yes yet you your yours`),
);

/** Words that ask about a table or name its parts, and no column or cell of it. */
const tableWords = `
  fewer fewest first last next previous less least total number amount count average sum difference time times list
  listed name named same come came went make take took shown according table chart`;

/** Stop words that tell columns apart, as in `Away team` and `Goals against`. */
const labelWords = `
  across against along around away behind beside beyond currently further inside near off once onto outside own still
  through toward towards upon use used via want`;

/** Words that name no column and no cell by themselves. */
export const functionWords: ReadonlySet<string> = stopWords
  .difference(new Set(listed(labelWords)))
  .union(new Set(listed(tableWords)));

/** Words by which a condition leaves rows out: "not from", "besides". */
export const exclusions: ReadonlySet<string> = new Set(
  listed('no not non never without except excluding besides apart aside'),
);

/** Words that most questions have, the commonest first. A typing mistake makes them unknown words. */
export const commonWords: readonly string[] = listed(`
  how what which who when where whose the is are was were of in many much there by for with has have had did does do and
  from that than on at most each our we list show between their been per above below under over`);

const negations = `none neither nor nobody nothing outside but unless cannot`;
const times = `
  ${months.join(' ')} ${shortMonths.join(' ')} ${weekdays.map((day) => `${day} ${day}s`).join(' ')}
  today yesterday tomorrow tonight now currently daily weekly monthly quarterly yearly day days week weeks weekend weekends
  month months quarter quarters early mid late earlier later ago recent recently before after since until till within
  first last next previous past latest earliest newest oldest begin beginning start end half`;
const quantities = `
  each every both either more most less least fewer fewest few several twice double half third per versus vs again still
  yet almost nearly roughly around approximately circa average mean median difference sum combined together consecutive
  consecutively percentage percent rate ratio share large big small huge tiny expensive cheap`;
const others = 'my mine myself because due reason reasons why whether if will would should might must';

/** Words that change the question when they are ignored. */
export const tellingWords: ReadonlySet<string> = exclusions.union(
  new Set(listed(`${negations} ${times} ${quantities} ${others}`)),
);
