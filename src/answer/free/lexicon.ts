import { listed } from '../language/listed.ts';
import { rootOf } from '../language/words.ts';

/** Words that neither ask nor describe. A free reading passes over them without saying so. */
export const fillers: ReadonlySet<string> = new Set(
  listed(`
    a an the of in at for to on with from among amongst and is are was were be been being am do does did has have had having
    there here we our ours us you your that which what all any so ever one ones or as it its this these those they them
    their his her who whom whose i my me please just also already yet then now actually really simply quite exactly roughly
    about approximately around overall altogether whole entire entirely told
    list show give tell name find display get gets getting got gotten take takes took taken make makes made go goes going
    went gone come comes came put puts up by per each every currently such own how many much
    can could would should will may might must say i.e ie etc e.g eg namely want wants know see look
    happen happened happens number figure figures record records row rows entry entries item items thing things
    table sheet data file export report once again too very when where while during
    did didn doesn don isn aren wasn weren hasn haven hadn asked ask call called run runs ran running
    far right moment fall falls fell bring brings bringing`),
);

const roots = (text: string): ReadonlySet<string> => new Set(listed(text).map(rootOf));

/** Words of a question, and words of labels that answer them, as roots. Each line is one notion. */
const lines: readonly (readonly [asked: string, labels: string])[] = [
  // Money.
  [
    `income revenue turnover takings earn earned earning earnings money bill billed bills sales worth value spend spent
     spending cost costs price paid pay pays charge charged fees expensive cheap cheapest costly dollars dollar euros euro
     pounds pound proceeds brought volume budget invoiced collected`,
    'total amount revenue turnover takings income sales value fee cost price charge charged invoice paid bill spend budget payment quote fines labor',
  ],
  // How long.
  [
    'long longer longest length lasted last duration minutes minute hours hour time shorter shortest runtime running took lengthy',
    'minutes min hours hour duration length runtime time',
  ],
  // How many people.
  [
    'people visitors visitor attendance audience crowd crowds turnout attend attended attendees guests heads came drew visited',
    'attended attendance visitors audience people guests participants attendees',
  ],
  [
    'rating ratings rated score scores scored mark marks stars review reviews grade satisfaction',
    'rating score mark stars review grade satisfaction',
  ],
  ['kind kinds type types category categories sort sorts', 'kind type category class group'],
  [
    'problem problems wrong fault issue issues trouble reason reasons why',
    'problem reason fault issue cause subject category',
  ],
  ['place places venue location site branch where', 'venue location site branch place building town city'],
  ['maker brand manufacturer make', 'maker brand manufacturer make'],
  ['animal animals pet pets', 'pet animal'],
  ['film films movie movies', 'film movie title'],
  ['staff employee employees colleague', 'staff employee assigned'],
  ['start starts started begins beginning', 'start begin'],
  ['hours logged spent worked', 'hours'],
  ['stock units unit shelf', 'stock quantity units'],
  ['pieces piece quantity units', 'pieces quantity units'],
  ['distance miles kilometres driven', 'miles kilometres km distance'],
  ['weight heavy heaviest kilos kilo', 'weight kilos kg'],
  ['age old older oldest', 'age born'],
  ['late delay delayed later', 'late delay'],
  ['full filled occupied', 'occupancy'],
];

/** Roots of the labels that a word of a question may mean. */
export const notions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  lines.flatMap(([asked, labels]) => {
    const known = roots(labels);
    return listed(asked).map((word) => [word, known] as const);
  }),
);

/** Verbs of what happens to a record, and the words of its dates' labels that say the same otherwise. */
export const moments: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['come comes came coming arrive arrives arrived arriving', 'came arriv given received'],
    ['go goes went going gone home leave leaves left leaving', 'went home left depart'],
    ['send sends sent sending', 'sent'],
    ['give gives gave given', 'given'],
    ['book books booked booking', 'booked'],
    ['begin begins began start starts started', 'start begin arriv'],
    ['join joins joined joining', 'joined'],
    ['check checks', 'check'],
  ].flatMap(([verbs, labels]) => listed(verbs!).map((verb) => [verb, listed(labels!)] as const)),
);

/** Words of money, among them those of what is paid out and of what comes in. */
export const moneys: ReadonlySet<string> = new Set(listed(lines[0]![0]));
export const outlays =
  /\b(?:spend|spent|spending|cost|costs|costing|costly|price|prices|expensive|cheap|cheapest|buy|bought|purchase|paid for|putting on|organise|organize)\b/u;
export const takings =
  /\b(?:income|revenue|turnover|takings|earn|earned|earning|earnings|sales|brought in|bring in|box office|billed|invoiced|proceeds|take in|took in|collected|money|made|closed)\b/u;

/** Roles that people have in a table, and the verbs of what they do there. */
export const roles: readonly (readonly [label: RegExp, verbs: RegExp])[] = [
  [
    /\b(?:owner|used by|holder|keeper|user)\b/iu,
    /\b(?:own|owns|owned|belongs?|has|have|uses?|using|holds?|holding|keeps?|got)\b/u,
  ],
  [
    /\b(?:sales\s?person|seller|sales rep|rep|representative|account manager|owner|agent)\b/iu,
    /\b(?:sold|sell|sells|close[ds]?|quoted|won)\b/u,
  ],
  [
    /\b(?:assigned to|assignee|agent|technician|handled by|host|vet|doctor|driver|engineer|crew|programmer|moderator|responsible|manager|instructor|teacher|guide|staff|employee|consultant|inspector|lead|skipper|captain|pilot|nurse|chef|tutor|coach|cleaner|courier|mechanic)\b/iu,
    /\b(?:handle[ds]?|handling|deals?|dealt|runs?|ran|running|on|treat(?:s|ed)?|saw|seen|sees?|did|does|took|takes?|working|works?|worked|looks?|host(?:s|ed)?|teach(?:es)?|taught|led|leads?|moderate[ds]?|drives?|drove|fix(?:ed)?|repair(?:ed)?|serve[ds]?|them|has|have|got|wheel)\b/u,
  ],
  [
    /\b(?:requester|customer|client|owner|buyer|guest|patient|student|ordered by|booked by|reported by|applicant|member|company)\b/iu,
    /\b(?:order(?:s|ed)?|buys?|bought|request(?:s|ed)?|raise[ds]?|report(?:s|ed)?|book(?:s|ed)?|log(?:s|ged)?|complain(?:s|ed)?|asks?|asked|files?|filed)\b/u,
  ],
];

/** Labels of fields that hold people. */
export const personal =
  /\b(?:owner|user|used by|holder|keeper|sales\s?person|seller|rep|representative|agent|assigned to|assignee|technician|host|vet|doctor|driver|engineer|crew|programmer|moderator|responsible|manager|instructor|teacher|guide|staff|employee|consultant|inspector|lead|skipper|captain|pilot|nurse|chef|tutor|coach|cleaner|courier|mechanic|requester|customer|client|buyer|guest|patient|student|applicant|member|director|author|artist|\p{L}+ed by|supplier|company|judge|organi[sz]er|speaker|contact|person|name)s?\b/iu;

/** Nouns for people, by their roles. */
export const roleNouns =
  /^(?:agent|technician|driver|colleague|employee|person|staff|rep|seller|salesperson|host|manager|owner|customer|client)s?$/u;

/** Words by which any business may call its records. */
export const recordNouns: ReadonlySet<string> = new Set(
  listed(`jobs job deals deal visits visit case cases calls call requests request tickets ticket bookings booking orders order
    projects project hires hire rentals rental quotes quote purchases purchase systems system devices device kit stuff gear goods equipment products product lots lot entries entry
    submissions submission appointments appointment invoices deliveries delivery sales sale records record rows row items
    item pieces piece cases things events transactions reports trips trip sessions session meetings classes lessons repairs rentals loans stays
    shifts tasks contracts`),
);

/** Words that turn or bound a meaning. A reading accounts for each of them. */
export const turning: ReadonlySet<string> = new Set(
  listed(
    'not no never without outside except excluding excl neither nor non nobody nothing none under above below beyond exceeding before after until since minus than same between my mine myself say says said think thought why because will where',
  ),
);

export const negation =
  /(?:^| )(?:not|no|never|without|except|excluding|excl|neither|nor|nobody|non|un|minus|besides|missed|missing|lacking|failed|cannot|apart from|other than|aside from|leaving out|leave out|leaves out|leaving aside|rather than|but not|all but|anything other than|anything but|\p{L}+n['’]t)(?: (?:the|a|an|any|those|ones|for|by|from|covered|under|been|being|be|yet|including|counting|even|of|to|it|have|had|get|got|them|they|is|are|was|were|at|in|on|with|through|set|actually|really|still|ever))*$/u;
export const negationBehind =
  /^(?:(?:(?:orders?|ones?|are|is|were|was|\p{L}+s) ){0,2}(?:aside|excluded|excl|left out|not included|not counted|removed)|(?:orders?|ones?|are|\p{L}+s) out)(?: |$)/u;
