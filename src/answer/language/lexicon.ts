export const listed = (text: string): string[] => text.trim().split(/\s+/);

/** Words without a topic of their own. The other words of a question say what it is about. */
export const stopWords: ReadonlySet<string> = new Set(
  listed(`
    a about above across after again all along already also although always am among an and another any anybody anyone
    anything are around as at away be became because become been before behind being below beside besides between beyond
    both but by can cannot could currently did do does doing done down during each either else ever every everybody
    everyone everything few for from further get gets getting give given gives go goes going got had has have having he
    her here hers him his how i if in inside into is it its itself just know let lets like made make makes many may me
    might mine more most much must my myself near no nobody none nor not nothing now of off often on once one ones only
    onto or other others our ours out outside over own per perhaps please quite rather really s said say says shall she
    should show since so some somebody someone something still such t tell than that the their theirs them then there
    these they thing things this those through thus to together too toward towards under until up upon us use used very
    via want was we were what whatever when where whether which while who whom whose why will with within without would
    yes yet you your yours`),
);

/** Irregular forms and their words. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  listed(`
    won:win lost:lose losing:lose bought:buy sold:sell sent:send wrote:write written:write paid:pay met:meet left:leave
    began:begin begun:begin chose:choose chosen:choose came:come cut:cut drew:draw drawn:draw drove:drive driven:drive
    fell:fall fallen:fall felt:feel found:find flew:fly flown:fly forgot:forget forgotten:forget grew:grow grown:grow
    heard:hear held:hold hid:hide hidden:hide kept:keep knew:know known:know laid:lay led:lead lent:lend meant:mean
    ran:run rang:ring rose:rise risen:rise saw:see seen:see sought:seek shown:show shot:shoot shut:shut sang:sing
    sat:sit slept:sleep spoke:speak spoken:speak spent:spend stood:stand stole:steal stuck:stick struck:strike
    swore:swear taught:teach took:take taken:take thought:think threw:throw thrown:throw told:tell understood:understand
    woke:wake wore:wear worn:wear brought:bring built:build broke:break broken:break caught:catch dealt:deal dug:dig
    fought:fight froze:freeze frozen:freeze hung:hang people:person men:man women:woman children:child criteria:criterion`).map(
    (pair) => pair.split(':') as [string, string],
  ),
);

/** Comparatives and superlatives, and the quality they compare. */
export const comparatives: ReadonlyMap<string, string> = new Map(
  listed(`
    best:good better:good worst:bad worse:bad larger:large largest:large smaller:small smallest:small bigger:big
    biggest:big higher:high highest:high lower:low lowest:low cheaper:cheap cheapest:cheap`).map(
    (pair) => pair.split(':') as [string, string],
  ),
);

/** Words that teams use interchangeably. The first stands for all. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  [
    'price cost costs charge fee',
    'customer client',
    'employee staff colleague',
    'begin start commence',
    'end finish complete',
    'buy purchase',
    'big large huge',
    'small little tiny',
    'decide agree choose resolve',
    'discount rebate',
    'meeting appointment',
    'build develop implement',
    'plan schedule',
    'money cash',
    'company firm business',
    'salary wage pay',
    'problem issue trouble',
    'answer reply respond',
    'approve permit allow',
    'delete remove',
    'picture image photo',
    'phone telephone',
    'next upcoming',
    'arrive come',
    'need require',
    'old earlier previous former',
    'increase raise rise grow',
    'reduce decrease lower cut drop',
  ].flatMap((group) => {
    const [head, ...others] = group.split(' ');
    return others.map((other) => [other, head!] as [string, string]);
  }),
);

const units = listed('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen');
const tens = listed('twenty thirty forty fifty sixty seventy eighty ninety');

/** `twelve` becomes 12. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...units.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 10 * (index + 2)] as const),
  ['hundred', 100],
  ['thousand', 1_000],
]);

/** `third` becomes 3. */
export const ordinalWords: ReadonlyMap<string, number> = new Map(
  listed('first second third fourth fifth sixth seventh eighth ninth tenth').map((word, index) => [word, index + 1]),
);

export const months: readonly string[] = listed(
  'january february march april may june july august september october november december',
);
export const weekdays: readonly string[] = listed('monday tuesday wednesday thursday friday saturday sunday');

/** Words that ask for the first in an order, and the words for the field that orders. */
export const superlatives: ReadonlyMap<string, { readonly direction: 'asc' | 'desc'; readonly of: readonly string[] }> =
  new Map(
    listed(`
      heaviest:desc:weight,mass lightest:asc:weight,mass longest:desc:length,duration,distance,time
      shortest:asc:length,duration,distance,height,time tallest:desc:height oldest:desc:age youngest:asc:age
      fastest:desc:speed slowest:asc:speed furthest:desc:distance farthest:desc:distance nearest:asc:distance
      closest:asc:distance busiest:desc:visits,traffic hottest:desc:temperature warmest:desc:temperature
      coldest:asc:temperature wettest:desc:precipitation,rain windiest:desc:wind deepest:desc:depth`).map((entry) => {
      const [word, direction, of] = entry.split(':') as [string, 'asc' | 'desc', string];
      return [word, { direction, of: of.split(',') }];
    }),
  );
