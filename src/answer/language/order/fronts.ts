/** Words that stand before a question, and the question. */
export interface Front {
  readonly front: string;
  readonly question: string;
}

const figures =
  'top|total|average|mean|median|sum|number|count|share|percentage|proportion|highest|lowest|largest|smallest|biggest';
const asking = new RegExp(
  String.raw`^(?:how|what|which|who|whose|whom|when|where|is|are|was|were|do|does|did|has|have|had|list|show|give|name|count|find|(?:the |our )?(?:${figures})(?= [\p{L}\d]))(?![\p{L}'\u2019])`,
  'iu',
);
const figureFirst = new RegExp(String.raw`^(?:the |our )?(?:${figures}) [\p{L}\d]`, 'iu');
const inquiring = /\b(?:how|what|which|who|whose|whom|when|where|why)\b/giu;
/** Words that begin a condition. */
const placing =
  /^(?:all |only )?(?:in|at|on|for|of|from|with|without|by|per|to|into|through|via|among|amongst|out of|between|before|after|since|during|until|till|within|inside|outside|under|over|above|below|across|except|excluding|including|as for|last|this|next|right now|now|today|yesterday|currently|so far)\b/iu;
const describing =
  /^(?:not|neither|no|more|less|fewer|at least|at most|up to|bound|due|heavier|lighter|longer|shorter|older|younger|cheaper|dearer|higher|lower|still|already|being|\p{L}{3,20}ed|\p{L}{3,20}en)\b/iu;
/** A thing and what describes it: "The rollers", "Overdue invoices". */
const naming = /^(?:(?:the|our|all|all the|all our) )?\p{L}[\p{L}'\u2019-]*(?: \p{L}[\p{L}'\u2019-]*){0,4}$/u;
const speaking = /\b(?:i|we|you|he|she|they|me|us|my|let)\b/iu;
const marks = /(?:,|:|;| [-\u2013\u2014])\s+/gu;

/** The question behind its conditions and a mark. Undefined where it stands first. */
export function markedFront(asked: string): Front | undefined {
  for (const { index, 0: mark } of asked.matchAll(marks)) {
    const found = { front: asked.slice(0, index), question: asked.slice(index + mark.length) };
    if (asks(found.question)) return mayStandFirst(found.front) && !comparing.test(found.question) ? found : undefined;
  }
  return undefined;
}

const asks = (text: string): boolean => asking.test(text) || [...text.matchAll(inquiring)].length === 1;

/** A yes or no about two counts, which loose readings would take for one. */
const comparing = /^(?:is|are|was|were|do|does|did|has|have|had)\b.+\b(?:more|fewer|less)\b.+\bthan\b/iu;

const mayStandFirst = (front: string): boolean =>
  front.search(inquiring) < 0 &&
  !asking.test(front) &&
  (!speaking.test(front) || /^(?:out )?of\b|^among/iu.test(front)) &&
  (placing.test(front) || describing.test(front) || naming.test(front));

const unmarked = new RegExp(
  String.raw`^(.{4,60}?) (?=how many |how much |what |which |the (?:top|total|average|mean|median|number) [\p{L}\d])`,
  'iu',
);

/** The same without a mark: "with status open how many tickets are there". */
export function unmarkedFront(asked: string): Front | undefined {
  const found = unmarked.exec(asked);
  const front = found?.[1] ?? '';
  const question = asked.slice(front.length + 1);
  const isOne = [...asked.matchAll(inquiring)].length === (figureFirst.test(question) ? 0 : 1);
  const isFirst = isOne && placing.test(front) && mayStandFirst(front) && /^\S+ \S/u.test(front);
  return isFirst && hasMoreThanNoun(question) ? { front, question } : undefined;
}

/** "By car how many guests came", and not "by how many guests". */
const hasMoreThanNoun = (question: string): boolean => question.split(' ').length > 2;

/** Whether a question asks for a figure without a question word: "the total fee". */
export const isFigure = (question: string): boolean => figureFirst.test(question);
