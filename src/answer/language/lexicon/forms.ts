import { listed, paired } from '../listed.ts';

/** Irregular forms and their words. */
export const irregularForms: ReadonlyMap<string, string> = paired(`
  won:win lost:lose losing:lose bought:buy sold:sell sent:send wrote:write written:write paid:pay met:meet left:leave
  began:begin begun:begin chose:choose chosen:choose came:come cut:cut drew:draw drawn:draw drove:drive driven:drive
  fell:fall fallen:fall felt:feel found:find flew:fly flown:fly forgot:forget forgotten:forget grew:grow grown:grow
  heard:hear held:hold hid:hide hidden:hide kept:keep knew:know known:know laid:lay led:lead lent:lend meant:mean
  ran:run rang:ring rose:rise risen:rise saw:see seen:see sought:seek shown:show shot:shoot shut:shut sang:sing sung:sing
  sat:sit slept:sleep spoke:speak spoken:speak spent:spend stood:stand stole:steal stuck:stick struck:strike
  swore:swear taught:teach took:take taken:take thought:think threw:throw thrown:throw told:tell understood:understand
  woke:wake wore:wear worn:wear brought:bring built:build broke:break broken:break caught:catch dealt:deal dug:dig
  fought:fight froze:freeze frozen:freeze hung:hang gave:give given:give died:die dies:die dying:die born:bear
  swept:sweep fed:feed bred:breed spun:spin wove:weave woven:weave tore:tear torn:tear sank:sink sunk:sink swam:swim
  swum:swim blew:blow blown:blow bit:bite bitten:bite swung:swing shook:shake shaken:shake
  people:person men:man women:woman children:child criteria:criterion`);

/** Nouns of a verb or an adjective that a stemmer does not find. They are related to it, but not the same word. */
export const kindred: ReadonlyMap<string, string> = paired(`
  winner:win winners:win loser:lose losers:lose loss:lose losses:lose death:die deaths:die birth:bear births:bear
  length:long lengths:long height:high heights:high scorer:score scorers:score leader:lead leaders:lead
  holder:hold holders:hold runner:run runners:run writer:write writers:write singer:sing singers:sing song:sing
  songs:sing building:build buildings:build builder:build builders:build payment:pay payments:pay seller:sell
  sellers:sell sale:sell sales:sell meeting:meet meetings:meet player:play players:play competitor:competition
  competitors:competition director:direct directors:direct driver:drive drivers:drive dancer:dance dancers:dance
  rider:ride riders:ride voter:vote voters:vote shots:shoot`);

const adjectives = listed(`
  large small big high low cheap old young long short deep tall heavy fast slow wide narrow hot cold warm strong weak
  rich poor thick thin great`);

/** `deep` gives `deeper` and `deepest`. */
const formsOf = (adjective: string): string[] => {
  const doubled = adjective.replace(/(?<=[^aeiou][aeiou])([bdgnt])$/, '$1$1');
  const begin = doubled.replace(/e$/, '').replace(/y$/, 'i');
  return [`${begin}er`, `${begin}est`];
};

/** Comparatives and superlatives, and the quality they compare. */
export const comparatives: ReadonlyMap<string, string> = new Map([
  ...paired('best:good better:good worst:bad worse:bad'),
  ...adjectives.flatMap((adjective) => formsOf(adjective).map((form) => [form, adjective] as const)),
]);
