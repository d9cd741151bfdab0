/** An amount such as `1,200` or `50k`. Its length is bounded, because a question may be one long number. */
const amount = String.raw`(?<![\p{L}\d.,])(\d[\d.,]{0,20}\p{L}{0,2})`;
const unit = String.raw`((?: \p{L}{1,30})?)`;

const money = '(?:money|revenue|income|turnover)';
const earned = '(?:brought in|bring in|bring us|brought us|earned us|earn us|earned|earn|make|made|take in|taken in)';
const times = '(?:in|during|since|from|on|between|before|after|until|this|last) ';

/** Ways of writing, and the words for them that the rules know, in the order of rewriting. */
const rewritings: readonly (readonly [written: RegExp, words: string | ((...found: string[]) => string)])[] = [
  [/\s+/gu, ' '],
  [/(?<![\d.,] ?)%(?![\p{L}\d])/gu, 'percent'],
  [/\b(what|who|how|where)s\b/giu, '$1 is'],
  // Behind other words: "in 2025 what's the average fee?" The short form in "who's won" means "has".
  [/(?<=\S )(what|where|who(?=.s the\b))['\u2019]s\b/giu, '$1 is'],
  // A sentence behind a question may leave some out.
  [/\?\s+(?:please )?(?:leave out|leaving out|omit|skip|ignore|disregard|exclude) (?=\p{L})/giu, ', excluding '],
  // A letter is missing in "many".
  [/\bhow may (?!i\b|we\b|you\b)/giu, 'how many '],

  [new RegExp(String.raw`\$ ?${amount}`, 'gu'), '$1 dollars'],
  [new RegExp(String.raw`\u20ac ?${amount}`, 'gu'), '$1 euros'],
  [new RegExp(String.raw`\u00a3 ?${amount}`, 'gu'), '$1 pounds'],
  [/(?:>=|≥) ?(?=\d)/gu, 'at least '],
  [/(?:<=|≤) ?(?=\d)/gu, 'at most '],
  [/!= ?(?=\d)/gu, 'not '],
  [/> ?(?=\d)/gu, 'more than '],
  [/< ?(?=\d)/gu, 'less than '],
  [/~ ?(?=\d)/gu, 'about '],
  [/(?<=\s)-(?=\d)/gu, 'minus '],
  [/(?<=\d)\+(?!\d)/gu, ' or more'],
  [
    new RegExp(`${amount}${unit} or (?:more|higher|above|over|longer|larger|bigger)\\b(?! (?:than )?\\d)`, 'giu'),
    'at least $1$2',
  ],
  [
    new RegExp(`${amount}${unit} or (?:less|fewer|lower|under|below|shorter|smaller)\\b(?! (?:than )?\\d)`, 'giu'),
    'at most $1$2',
  ],

  [
    /\bat least (\d[\d.,]{0,20})((?: \p{L}{1,30})?) (?:but|and|yet) (?:no more than|not more than|at most) (?=\d)/giu,
    'between $1$2 and ',
  ],
  [/ between them(?=[\s?.!]*$)/giu, ' in total'],
  [/\b(?:dearest|priciest|costliest)\b(?! first)/giu, 'most expensive'],
  [/^(?:break|split) (?!(?:that|this|it|them|those|these)\b)(?:the |our )?(.+?) (?:down|up) by (?=\p{L})/giu, '$1 by '],
  [/^(?:break|split) (?:down|up) (?!(?:that|this|it|them|those|these)\b)(?:the |our )?(.+?) by (?=\p{L})/giu, '$1 by '],
  [/\beither (?=(?!of )[^,;]{1,60} or )/giu, ''],

  // The other of two may stand first: "compared with Leeds, how much more did York earn?"
  [
    /^(?:(?:when |if |as )?(?:compared|relative|in (?:comparison|contrast|relation)|as opposed) (?:with|to)|than|versus|against) (?:the |that of |those of )?([^,:]+?),? (?:(we|they|i) (?:have|had|own|got) )?(how (?:much|many) (?:more|less|fewer|longer|higher|lower|older|heavier|cheaper|dearer)\b(?! than ).*?)[\s?.!]*$/giu,
    (_said, other, who, asked) => `${asked}${who === undefined ? '' : ` do ${who} have`} than ${other}?`,
  ],

  // The part may stand last: "of the open deals, what share is ours?"
  [
    /^(?:among|amongst|(?:out )?of) (?:all )?(.+?),? (?:what|which|how (?:much|many)) (percent|percentage|share|proportion|part|fraction) (?!of )/giu,
    'what $2 of $1 ',
  ],
  // A question may stand behind its topic: "the deals we won in March: how many?"
  [/^(?:all )?(?:the )?([^:]+): how many(?: (?:are|were) (?:there|they|those)| of them)?[\s?.!]*$/giu, 'how many $1?'],
  [
    /^(the [^:]+): (?:what|who|which|when|which one|who or what) (?:is|are|was|were) (?:it|that|they|those|this)[\s?.!]*$/giu,
    'what is $1?',
  ],
  [
    /^(the (?:most|least|fewest|highest|lowest|largest|smallest|biggest) [^:]+): ((?:which|what|who)(?: \p{L}+)?) (has|have|had|got) (?:it|them|those|that|this)[\s?.!]*$/giu,
    '$2 $3 $1?',
  ],
  // A place before a share is one of all: "in North, what share of the orders was late?"
  [
    /^((?:in|at|on|for|during|from) (?!(?:plain|simple|short|other|brief)\b)[^,:]+?),? (what|which|how (?:much|many)) (percent|percentage|share|proportion|part|fraction) of (?:all )?((?:the |our )?\p{L}+) (?=(?:is|are|was|were|has|have|had|did|do|does|came?|comes|went) )/giu,
    '$2 $3 of $4 $1 ',
  ],
  [/\b(?:(?:has|have) )?(?:paid|pays?|spent|spends?) us the (most|least)\b/giu, 'has the $1 total revenue'],
  // Money earned in a time or by a person.
  [
    new RegExp(`^how much ${money} (?:did|have|has) (?:i|we|you|they|it) ${earned}(?= |[?.!]|$)`, 'giu'),
    'What is the total revenue',
  ],
  [
    new RegExp(
      `^how much ${money} (?:did|have|has) (?!i |we |you |they |it )([^,;:]{1,60}?) ${earned}(?= ${times}|[?.!]|$)`,
      'giu',
    ),
    'What is the total revenue of $1',
  ],
  // Words that add nothing to a question.
  [
    / (?:actually|(?:do )?we look after|on file|on record|(?:in|on) (?:the|our) (?:list|books|system)|filled in)(?=[ ,.?!]|$)/giu,
    '',
  ],
  [/\b(?:do|does) (?:not|n['’]t) have an?(?= )|\b(?:do|does)n['’]t have an?(?= )/giu, 'have no'],
  [/\b(is|are|was|were|has|have|had)n['’]t(?= )/giu, '$1 not'],
  [/\bsince the (?:beginning|start) of(?= )/giu, 'since'],
  [/\b(?:before|by|until|till) the end of(?= )/giu, 'up to'],
];

/** The same question in the words that the rules know. */
export const rephrased = (text: string): string =>
  rewritings.reduce(
    (said, [written, words]) =>
      typeof words === 'string' ? said.replaceAll(written, words) : said.replaceAll(written, words),
    text.trim(),
  );
