import type { Answer } from '../../../schemas/queries.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { SearchResult, SearchType } from '../../../schemas/search.ts';
import { withoutEnd } from '../language/ends.ts';
import { listed } from '../language/listed.ts';
import { mistakeIn } from '../language/typing.ts';
import { contentOf, wordsOf } from '../language/words.ts';
import { counted, escaped, linked, named, reading } from '../prose.ts';
import { everyPage, type PageInput, type Readable, type ReadableChannel } from '../readable.ts';

/** An item of the workspace, as a list shows it. */
interface Item {
  readonly title: string;
  readonly url: string | undefined;
  readonly source?: NonNullable<Answer['sources']>[number];
}

interface Asked {
  readonly workspace: Workspace;
  readonly readable: Readable;
  /** The channel that the question names, or the one that it was asked in. */
  readonly channel: ReadableChannel | undefined;
  /** The most items that an answer needs. */
  readonly most: number;
}

interface Kind {
  readonly one: string;
  readonly many: string;
  /** The newest first, if the items have an order. */
  readonly items: (asked: Asked) => Promise<readonly Item[]>;
  readonly needsChannel?: boolean;
}

const mostListed = 20;

const kinds: readonly (Kind & { readonly words: RegExp })[] = [
  {
    words: /^documents?$/,
    one: 'document',
    many: 'documents',
    items: (asked) => artifactItems(asked, 'markdown'),
  },
  { words: /^(sheets?|spreadsheets?)$/, one: 'sheet', many: 'sheets', items: (asked) => artifactItems(asked, 'csv') },
  { words: /^(files?|uploads?)$/, one: 'file', many: 'files', items: fileItems },
  { words: /^posts?$/, one: 'post', many: 'posts', items: (asked) => foundItems(asked, 'post') },
  {
    words: /^(sessions?|conversations?)$/,
    one: 'conversation of yours',
    many: 'conversations of yours',
    items: (asked) => foundItems(asked, 'session'),
  },
  {
    words: /^channels?$/,
    one: 'channel',
    many: 'channels',
    items: async ({ readable }) => readable.channels.map(channelItem),
  },
  {
    words: /^(members?|people|persons?|users?)$/,
    one: 'member',
    many: 'members',
    items: memberItems,
    needsChannel: true,
  },
  { words: /^views?$/, one: 'View', many: 'Views', items: viewItems },
  {
    words: /^(datasets?|tables?)$/,
    one: 'Data Set',
    many: 'Data Sets',
    items: async ({ readable, channel }) =>
      (channel ? [channel] : readable.channels).flatMap(({ dataSets, url }) =>
        dataSets.map(({ name }) => ({ title: name, url })),
      ),
  },
];

/**
 * Answers questions about the workspace itself. Examples: the number of documents, the channels, the members of one,
 * the newest item, the author of something. Undefined when the question is about something else or names an unknown
 * channel.
 */
export async function aboutWorkspace(
  question: string,
  workspace: Workspace,
  readable: Readable,
  channelId: string | undefined,
): Promise<Answer | undefined> {
  const text = question
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/data sets?/gi, 'datasets');
  const writer = await whoWrote(text, workspace);
  if (writer) return writer;
  const asked = listQuestion(text, readable, channelId);
  if (!asked) return undefined;
  const { kind, form, channel } = asked;
  if (kind.needsChannel && !channel) return undefined;
  const items = await kind.items({
    workspace,
    readable,
    channel,
    most: form === 'latest' ? 1 : Number.POSITIVE_INFINITY,
  });
  const answer = form === 'latest' ? latest(kind, items, channel) : all(kind, items, channel, form);
  return answer && asked.mistyped ? withMistake(answer, asked.mistyped) : answer;
}

/** A mended word may have been another, so the answer is likely only, and says what was read. */
const withMistake = (answer: Answer, [written, meant]: Mistyped): Answer => ({
  ...answer,
  answer: `${answer.answer}\n\n${reading(escaped(`Read “${written}” as “${meant}”.`))}`,
  confidence: 'likely',
});

type Form = 'count' | 'list' | 'latest';

interface ListQuestion {
  readonly kind: Kind;
  readonly form: Form;
  readonly channel: ReadableChannel | undefined;
  /** The word for the kind, where it was mended. */
  readonly mistyped?: Mistyped | undefined;
}

type Mistyped = readonly [written: string, meant: string];

const forms: readonly (readonly [Form, RegExp])[] = [
  ['count', /^(?:how many|number of|count(?: of)?(?: the| all)?) (?:different )?(?<kind>\p{L}+)(?<rest>.*)$/iu],
  [
    'latest',
    /^(?:what(?:'s| is| was| are)|which(?: is| was| are)?|show(?: me)?|open) (?:the |our |my )?(?:latest|newest|most recent|last) (?<kind>\p{L}+)(?<rest>.*)$/iu,
  ],
  [
    'list',
    /^(?:which|what|list(?: me)?(?: all)?(?: of)?|show(?: me)?(?: all)?|what are|which are|name)(?: the| our| my| all)* (?<kind>\p{L}+)(?<rest>.*)$/iu,
  ],
];

const whoIsIn = /^(?:who(?:'s| is| are)?(?: all)?(?: a| the)?(?: members?| people)?|whom) (?:of|in|on) (?<rest>.+)$/iu;

/** Words that may follow the kind. They say where items are, and nothing else about them. */
const asides = new Set(
  listed(
    'are is does has have were was there exist in of on here the this our my all total workspace channel got now do we i',
  ),
);

function isAside(rest: string): boolean {
  const said = withoutEnd(rest, /[ ?.!]/).toLowerCase();
  const [first, ...words] = said.replaceAll(/ can i (?:read|see)(?= |$)/g, '').split(' ');
  return first === '' && words.every((word) => asides.has(word));
}

function listQuestion(text: string, readable: Readable, channelId: string | undefined): ListQuestion | undefined {
  const people = whoIsIn.exec(text)?.groups!.rest;
  if (people !== undefined) {
    const { channel, rest } = placeIn(` ${people}`, readable, undefined);
    if (channel && isAside(rest)) return { kind: kindNamed('members')!, form: 'list', channel };
  }
  for (const [form, pattern] of forms) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const written = groups['kind']!;
    const word = kindNamed(written) ? written : mended(written);
    const kind = word === undefined ? undefined : kindNamed(word);
    if (word === undefined || !kind || isTable(word, readable)) continue;
    const { channel, rest } = placeIn(groups['rest']!, readable, channelId);
    if (isAside(rest)) return { kind, form, channel, mistyped: word === written ? undefined : [written, word] };
  }
  return undefined;
}

const kindNamed = (word: string): Kind | undefined => kinds.find(({ words }) => words.test(word.toLowerCase()));

/** Words for kinds that are long enough to be told apart when they are mistyped. */
const mendable = listed(
  'documents sheets spreadsheets files uploads posts sessions conversations channels members people',
);
const leastMended = 5;
/** A wrong letter makes another word of a shorter one: "poets" is not read as "posts". */
const leastWrong = 7;

/** The word for a kind that fingers made this of. */
function mended(written: string): string | undefined {
  const word = written.toLowerCase();
  if (word.length < leastMended) return undefined;
  return mendable.find((meant) => {
    const mistake = word[0] === meant[0] ? mistakeIn(word, meant) : undefined;
    return mistake === 0 || (mistake === 1 && meant.length >= leastWrong);
  });
}

/** Whether the word is the last word of a Data Set's name. The question then is about that Data Set. */
function isTable(word: string, { channels }: Readable): boolean {
  const root = wordsOf(word)[0]?.root;
  return channels.some(({ dataSets }) => dataSets.some(({ name }) => wordsOf(name).at(-1)?.root === root));
}

/** The longest name or slug of a channel in a text, and the text without it. */
function placeIn(text: string, { channels }: Readable, channelId: string | undefined) {
  const named = channels
    .flatMap((channel) => [channel.name, channel.slug].map((name) => ({ channel, at: placeOf(text, name), name })))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  if (!named) return { channel: channels.find(({ id, slug }) => id === channelId || slug === channelId), rest: text };
  const rest = `${text.slice(0, named.at).trimEnd()} ${text.slice(named.at + named.name.length).trimStart()}`;
  return { channel: named.channel, rest: rest.trimEnd() };
}

function placeOf(text: string, name: string): number {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  const around = [text.charAt(at - 1), text.charAt(at + name.length)];
  return at >= 0 && around.every((character) => !/[\p{L}\p{N}]/u.test(character)) ? at : -1;
}

function all(kind: Kind, items: readonly Item[], channel: ReadableChannel | undefined, form: Form): Answer {
  const where = channel && kind.one !== 'channel' ? ` in ${linked(channel.name, channel.url)}` : ' that you can read';
  const shown = items.slice(0, mostListed);
  const more = items.length > shown.length ? ` The first ${shown.length}:` : '';
  const list = shown.map(({ title, url }) => `- ${linked(title, url)}`).join('\n');
  const said =
    items.length === 0
      ? `There are no ${kind.many}${where}.`
      : `There ${items.length === 1 ? 'is' : 'are'} ${counted(items.length, kind.one, kind.many)}${where}.${more}`;
  const values =
    form === 'count'
      ? [{ value: items.length, type: 'number' }]
      : shown.map(({ title }) => ({ value: title, type: 'text' }));
  return answerOf(
    [
      said,
      ...(list ? [list] : []),
      reading(
        `${form === 'count' ? 'Counted' : 'Listed'} the ${kind.many}${channel ? ` of the channel ${escaped(channel.name)}` : ''} as they are now.`,
      ),
    ],
    values,
    shown,
    channel,
  );
}

function latest(kind: Kind, items: readonly Item[], channel: ReadableChannel | undefined): Answer | undefined {
  const [item] = items;
  if (!item || kind.one === 'channel' || kind.one === 'member') return undefined;
  const where = channel ? ` in ${linked(channel.name, channel.url)}` : ' that you can read';
  return answerOf(
    [
      `The latest ${kind.one}${where} is ${linked(item.title, item.url)}.`,
      reading(`Ordered the ${kind.many} by when they were made.`),
    ],
    [{ value: item.title, type: 'text' }],
    [item],
    channel,
  );
}

function answerOf(
  paragraphs: readonly string[],
  values: NonNullable<Answer['values']>,
  items: readonly Item[],
  channel: ReadableChannel | undefined,
): Answer {
  const sources = items.flatMap(({ source }) => source ?? []);
  return {
    answer: paragraphs.join('\n\n'),
    confidence: 'supported',
    values,
    ...(channel && { channelLinks: [{ channelId: channel.id, name: channel.name, url: channel.url }] }),
    ...(sources.length > 0 && { sources }),
  };
}

const channelItem = ({ name, url }: ReadableChannel): Item => ({ title: name, url });

const inChannel = (channel: ReadableChannel | undefined) => channel && { channelId: channel.id };

async function artifactItems({ workspace, channel, most }: Asked, kind: 'markdown' | 'csv'): Promise<Item[]> {
  const found = await everyPage(async (page: PageInput) => {
    const { artifacts, nextCursor } = await workspace.artifacts.list({ kind, ...inChannel(channel), ...page });
    return { items: artifacts, nextCursor };
  }, most);
  return found.map(({ id, title, url, versionId }) => ({
    title,
    url,
    source: { type: 'artifact', id, title, url, snippet: '', versionId },
  }));
}

async function fileItems({ workspace, channel, most }: Asked): Promise<Item[]> {
  const found = await everyPage(async (page: PageInput) => {
    const { files, nextCursor } = await workspace.files.list({ ...inChannel(channel), ...page });
    return { items: files, nextCursor };
  }, most);
  return found.map(({ id, fileName: title, url }) => ({
    title,
    url,
    source: { type: 'file', id, title, url, snippet: '' },
  }));
}

async function foundItems({ workspace, channel, most }: Asked, type: SearchType): Promise<Item[]> {
  const found = await everyPage(async (page: PageInput) => {
    const { results, nextCursor } = await workspace.search.run({ types: [type], ...inChannel(channel), ...page });
    return { items: results, nextCursor };
  }, most);
  return found.map(itemOf);
}

const itemOf = ({ type, id, title, url, snippet }: SearchResult): Item => ({
  title,
  url,
  source: { type, id, title, url, snippet },
});

async function memberItems({ workspace, channel }: Asked): Promise<Item[]> {
  const found = await everyPage(async (page: PageInput) => {
    const { members, nextCursor } = await workspace.members.list({ channelId: channel!.id, ...page });
    return { items: members, nextCursor };
  });
  return found.map(({ name }) => ({ title: name, url: channel!.url }));
}

async function viewItems({ workspace, readable, channel }: Asked): Promise<Item[]> {
  const items: Item[] = [];
  for (const { id } of channel ? [channel] : readable.channels) {
    const found = await everyPage(async (page: PageInput) => {
      const { views, nextCursor } = await workspace.views.list({ channelId: id, ...page });
      return { items: views, nextCursor };
    });
    items.push(...found.map(({ name, url }) => ({ title: name, url })));
  }
  return items;
}

const wrote =
  /^(?:who (?:wrote|made|created|authored|uploaded|started|posted|added|is the author of)|who(?:m)? is (?<title0>.+?) (?:written|made|created) by|(?<when>when) was (?<title1>.+?) (?:written|made|created|uploaded|posted|changed|updated)(?: last)?)(?<title2> .+)?$/iu;

/** The author of the item whose whole title, or the title's words, the question names. */
async function whoWrote(text: string, workspace: Workspace): Promise<Answer | undefined> {
  const groups = wrote.exec(withoutEnd(text, /[ ?.!]/))?.groups;
  const title =
    groups && (groups['title0'] ?? groups['title1'] ?? groups['title2'])?.replace(/^ ?(?:the|our|this) /i, '');
  if (!title) return undefined;
  const wanted = rootsOf(title.trim());
  if (wanted.length === 0) return undefined;
  const { results } = await workspace.search.run({
    q: title.trim().slice(0, 1_000),
    types: ['artifact', 'file'],
    limit: 20,
  });
  const holding = results.filter((one) => {
    const roots = rootsOf(one.title);
    return wanted.every((root) => roots.includes(root) || kindRoots.has(root));
  });
  const whole = holding.filter((one) => rootsOf(one.title).every((root) => wanted.includes(root)));
  const matching = whole.length > 0 ? whole : holding;
  if (matching.length !== 1) return undefined;
  const [{ type, id, title: found, url }] = matching as [SearchResult];
  const made =
    type === 'file'
      ? (await workspace.files.get({ fileId: id })).file
      : (await workspace.artifacts.get({ artifactId: id, length: 4 })).artifact;
  const day = made.createdAt.slice(0, 10);
  const isWhen = groups['when'] !== undefined;
  return {
    answer: [
      `${linked(found, url)} was made by ${named(made.createdBy.name)} on ${day}${'updatedBy' in made && made.updatedAt !== made.createdAt ? `, and last changed by ${named(made.updatedBy.name)} on ${made.updatedAt.slice(0, 10)}` : ''}.`,
      reading(`Looked up who made ${escaped(found)}, and when.`),
    ].join('\n\n'),
    confidence: 'supported',
    values: [isWhen ? { value: made.createdAt, type: 'date_time' } : { value: made.createdBy.name, type: 'user' }],
    sources: [{ type, id, title: found, url, snippet: '' }],
  };
}

/** The roots of a title, without a file name's extension. */
const rootsOf = (title: string): string[] =>
  contentOf(wordsOf(title.replace(/\.\p{L}{2,5}$/u, ''))).map(({ root }) => root);

const kindRoots = new Set(rootsOf('document sheet file note list'));
