import { listed } from './listed.ts';
import { asked } from './parts.ts';

/** Words of a farewell. A line of nothing else ends a letter, and the signature stands behind it. */
const farewells: ReadonlySet<string> = new Set(
  listed(`
    regards wishes greetings sincerely faithfully truly cordially respectfully thanks thank thx tnx cheers best kind kindest warm
    warmest many with yours you your very much in advance a lot love lots of take care bye goodbye xoxo xo xx and all the so again
    for now speak talk see hear soon cordial gratitude appreciation affection hugs kisses esteem admiration sunny greeting deep deepest sincere heartfelt`),
);
const parting =
  /(?<!\p{L})(?:yours|regards|wishes|greetings|sincerely|faithfully|truly|cordially|respectfully|thanks|thank|thx|tnx|cheers|best|love|bye|goodbye|xoxo|xo|xx|care|gratitude|appreciation|affection|hugs|kisses|esteem|admiration)(?!\p{L})/iu;
const name = String.raw`\p{Lu}[\p{L}.'\u2019-]*(?: \p{Lu}[\p{L}.'\u2019-]*){0,3}`;
const farewell = new RegExp(String.raw`^([\p{L} ]{2,40}?)[,!.]?(?: (${name}))?$`, 'u');
/** A farewell and a name at the end of a line: "… are won? Best, Joanna". */
const farewellBehind = new RegExp(String.raw`(?<=[.?!]) +(?=[\p{L} ]{2,40}, ${name}$)`, 'u');

const salutation =
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening|day)|morning|greetings|to whom it may concern|ladies and gentlemen)(?:(?: [\p{L}.'’-]+){0,3}[,!:]?|(?!\p{L})[^.?]{0,50}[,!:])$/iu;
const address = /^(?:from|to|cc|bcc|date|sent): /iu;
const subject = /^(?:subject|re): ?/iu;
const device = /^(?:sent from my|get outlook for) [\p{L} ]{2,30}$/iu;
const postscript = /^p\.? ?p?\.? ?s(?!\p{L})/iu;
const asks = new RegExp(String.raw`(?<!\p{L})${asked}(?!\p{L})`, 'iu');

const mostSigned = 6;
const longestSigned = 80;

/**
 * The body of a letter, without its address, salutation, farewell and signature. Paragraphs become sentences, and
 * "Subject: a favour" becomes the sentence "Subject a favour".
 */
export function withoutLetter(text: string): string {
  const lines = text.trim().replace(farewellBehind, '\n').split('\n');
  if (lines.length < 2) return text;
  const begun = lines.findIndex((line) => !isOpening(line.trim()));
  const body = withoutSignature(withoutClosing(lines.slice(Math.max(begun, 0)), senderIn(lines)));
  return body
    .join('\n')
    .split(/\n\s*\n/u)
    .map(asSentence)
    .filter(Boolean)
    .join(' ');
}

const mostParting = 3;
/** The words of a line that thanks or greets too: "many thanks and see you soon". */
const mostThanking = 8;
const mostClosing = 4;
const named = new RegExp(String.raw`^${name}$`, 'u');
const closed = /^[\p{L} '’]{2,50}[,!.]?$/u;
/** Words with which a last line limits the question. */
const limits =
  /^(?:only|just|no|not|but|and|or|in|at|on|of|for|from|by|with|without|within|except|excluding|including|those|these|all|any|the|per)(?!\p{L})/iu;

const senderIn = (lines: readonly string[]): string | undefined =>
  lines.flatMap((line) => /^from: *(\p{L}+)/iu.exec(line.trim())?.[1] ?? []).at(0);

/** A letter without its last lines. They are a short word of parting with a name, or the name of the sender. */
function withoutClosing(lines: readonly string[], sender: string | undefined): readonly string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const from = lines.slice(0, end).findLastIndex((line) => line.trim() === '') + 1;
  const [first = '', ...names] = lines.slice(from, end).map((line) => line.trim());
  const isOfSender = names.length === 0 && sender !== undefined && named.test(first) && first.startsWith(sender);
  const isParting =
    names.length > 0 &&
    names.length < mostClosing &&
    closed.test(first) &&
    first.split(' ').length <= (parting.test(first) ? mostThanking : mostParting) &&
    !limits.test(first) &&
    !asks.test(first) &&
    names.every((line) => named.test(line));
  return from > 0 && (isOfSender || isParting) ? lines.slice(0, from) : lines;
}

const isOpening = (line: string): boolean =>
  line === '' || address.test(line) || (salutation.test(line) && !asks.test(line));

function withoutSignature(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !device.test(line.trim()));
  const from = kept.findIndex((line, at) => at > 0 && isFarewell(line.trim()));
  if (from < 0) return kept;
  const behind = kept.slice(from + 1);
  const end = behind.findIndex((line) => postscript.test(line.trim()));
  const signed = behind.slice(0, end < 0 ? undefined : end).filter((line) => line.trim() !== '');
  const isSigned = signed.every((line) => line.length <= longestSigned && !/\?/u.test(line) && !asks.test(line));
  return signed.length <= mostSigned && isSigned
    ? [...kept.slice(0, from), '', ...(end < 0 ? [] : behind.slice(end))]
    : kept;
}

function isFarewell(line: string): boolean {
  if (/^--+$/u.test(line)) return true;
  const said = farewell.exec(line)?.[1];
  return said !== undefined && parting.test(said) && said.split(' ').every((word) => farewells.has(word.toLowerCase()));
}

function asSentence(paragraph: string): string {
  const said = paragraph.trim().replace(subject, 'Subject ');
  return said === '' || /[.?!,:;–-]$/u.test(said) ? said : `${said}.`;
}
