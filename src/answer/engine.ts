import { WorkspaceError } from '../../schemas/errors.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';
import { Turn, type Work } from '../turns/turn.ts';
import { newsAsked } from './about/news.ts';
import { aboutWorkspace } from './about/workspace.ts';
import { abstain } from './abstention.ts';
import type { Answerer, Question } from './answerer.ts';
import { type Bare, withoutAsides, withoutTalk } from './beside.ts';
import { channelNamed } from './channel-named.ts';
import { takenOver, wholeBefore } from './follow-up.ts';
import { withoutManners } from './language/manners.ts';
import { speaksBeside } from './language/asides.ts';
import { asksNothing } from './language/idle.ts';
import { usualOrder } from './language/order/usual.ts';
import { looseParaphrases, paraphrases, type Told } from './language/paraphrases.ts';
import { statesRated } from './language/rates.ts';
import { contentOf, type Word, wordsOf } from './language/words.ts';
import { answerInPairs, answerLoosely } from './loose.ts';
import { answerFrom } from './passages/answer.ts';
import { answerOfDays } from './passages/dated.ts';
import { evidenceFor, recordEvidenceFor } from './passages/evidence.ts';
import { answerOfTopic } from './passages/follow-up.ts';
import { escaped, reading } from './prose.ts';
import { type Readable, readableBy } from './readable.ts';
import { remembering } from './remembering.ts';
import { type Spelled, spellings, spellingsByTexts } from './spelling/spellings.ts';
import { withFlags } from './subjects/flags.ts';
import { withFullNames } from './subjects/full-names.ts';
import { withNumbered } from './subjects/numbered.ts';
import { sheetSubjects, sheetsNear } from './subjects/sheets.ts';
import { dataSetSubjects, type Subject } from './subjects/subjects.ts';
import { inOtherOrder, isSurer, leavesFront } from './figures/surer.ts';
import { countLeftOut, leavesOut, leftBeside } from './figures/written.ts';
import { isHead } from './plain/counted.ts';
import { isCalledState, isState } from './subjects/states.ts';
import type { TableQuestion } from './table-question.ts';
import { answerFromTables, mostWords } from './tables.ts';
import { takingTurns } from './turns.ts';
import { shownView } from './view.ts';

/**
 * Answers without a model, and always the same. Figures come from a typed query, and written facts from their own
 * sentences. It abstains from unrecorded facts.
 */
export const embeddedAnswerer: Answerer = async (question, workspace, signal) => {
  for (let triesLeft = mostTries - 1; ; triesLeft -= 1) {
    signal.throwIfAborted();
    try {
      const answer = await answered(question, remembering(workspace), signal);
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      const isClosed = error instanceof WorkspaceError && error.code === 'not_found';
      if (!isClosed || triesLeft === 0 || !(await isAboutOpen(question, workspace))) throw error;
    }
  }
};

const isAboutOpen = async ({ channelId }: Question, { channels }: Workspace): Promise<boolean> =>
  channelId === undefined ||
  channels.get({ channelId }).then(
    () => true,
    () => false,
  );

/** The asker may lose access to a result before it is read. The search then starts again. */
const mostTries = 5;

/** Answers a question as it is said, or in the usual order of its words where that leaves less open. */
async function answered(question: Question, at: Workspace, signal: AbortSignal, isMended = false): Promise<Answer> {
  const said = await answeredAsSaid(question, at, signal, isMended);
  if (isMended || said.confidence === 'exact') return said;
  const turn = new Turn({ subject: question.asker });
  const { text } = await turn.finish(withoutAllManners(question));
  const named =
    said.confidence === 'none' ? withFullNames(text, await readableBy(takingTurns(at, turn), signal)) : text;
  if (named !== text) return answeredAsSaid({ ...question, text: named }, at, signal, isMended);
  const usual = usualOrder(text);
  if (!usual) return said;
  const answer = await answeredAsSaid({ ...question, text: usual.text }, at, signal, isMended);
  // A word that no reading accounts for in the usual order is not left out in another.
  if (usual.isOnlyMoved && answer.confidence === 'none' && countLeftOut(said.answer) > 0) return answer;
  if (!isSurer(answer, said) || leavesFront(answer, usual)) return said;
  return usual.isOnlyMoved ? answer : inOtherOrder(answer, usual.text);
}

/** Tries each kind of answer in turn. A part that is left out, or a word that is mended, makes another question of it. */
async function answeredAsSaid(
  question: Question,
  at: Workspace,
  signal: AbortSignal,
  isMended: boolean,
): Promise<Answer> {
  if (!isMended && asksNothing(question.text)) return abstain([], [], []);
  const turn = new Turn({ subject: question.asker });
  const workspace = takingTurns(at, turn);
  const readable = await readableBy(workspace, signal);
  const asked = await turn.finish(withoutAllManners(question));
  const said = wordsSaid(asked);
  const numbered = await withNumbered(await dataSetSubjects(readable, said, turn), said, workspace);
  const dataSets = await withFlags(numbered, said, workspace);
  const channel = readable.channels.find(({ id, slug }) => [id, slug].includes(question.channelId ?? ''));
  const channelId = channel?.id;
  const again: Again = (text, isSpelled = isMended, place = question.channelId) =>
    answered({ ...question, text, ...(place !== undefined && { channelId: place }) }, at, signal, isSpelled);
  const placed = (await newsAsked(asked.text, workspace, channel)) ?? (await inNamed(asked, readable, dataSets, again));
  if (placed) return placed;
  const near = { subjects: nearIn(dataSets, channelId), turn };
  const untalked = isMended ? undefined : await withoutTalk(asked.text, wordsOf(asked.text), near);
  const plain = await alone(untalked, again);
  if (plain) return plain;
  const nearby = await sheetsNear(said, workspace, channelId);
  const sheets = await sheetSubjects(nearby, said, workspace, turn);
  const tables = [...dataSets, ...(await withFlags(sheets, said, workspace))];
  const view = await shownView(question, workspace);
  const whole = takenOver(asked, tables);
  const inquiry = { asked, tables, nearby, channelId, view, isMended, again, workspace, readable, turn, signal };
  if (whole !== null) return whole === undefined ? answerOfWhole(inquiry, whole) : ofFollowUp(inquiry, whole);
  const topic = await ofTopicBefore(inquiry);
  if (topic) return topic;
  const { text } = asked;
  const bare = await withoutRemarks({ ...inquiry, text, words: wordsOf(text), isFollowUp: false }, {});
  if (bare) return bare;
  const loose = asked.earlier.length > 0 ? await looselyOf(inquiry, true) : undefined;
  return loose?.isWhole ? loose.answer : abstain([], [], []);
}

type Again = (text: string, isSpelled?: boolean, channelId?: string) => Promise<Answer>;

/** The answer of the channel that a question names, as "in the sales channel". A table may know channels of its own. */
async function inNamed(
  { text }: Question,
  { channels }: Readable,
  tables: readonly Subject[],
  again: Again,
): Promise<Answer | undefined> {
  if (tables.some(({ speaksOf, called }) => speaksOf.has('channel') || called.has('channel'))) return undefined;
  const named = channelNamed(text, channels);
  const answer = named && (await again(named.text, undefined, named.channel.id));
  if (!answer || answer.confidence === 'none') return undefined;
  const isThere = (answer.channelLinks ?? []).every(({ channelId }) => channelId === named.channel.id);
  if (!isThere) return abstain([], [], []);
  return named.mistakes.length === 0 ? answer : { ...asMended(answer, named.mistakes), confidence: 'likely' };
}

/** A question, where it is asked, and what is at hand to answer it. */
interface Inquiry {
  readonly asked: Question;
  readonly tables: readonly Subject[];
  /** The sheets among the tables. */
  readonly nearby: Awaited<ReturnType<typeof sheetsNear>>;
  readonly channelId: string | undefined;
  readonly view: TableQuestion['view'];
  readonly isMended: boolean;
  /** Answers another question of the same asker. */
  readonly again: Again;
  readonly workspace: Workspace;
  readonly readable: Readable;
  readonly turn: Turn;
  readonly signal: AbortSignal;
}

/** An inquiry with its whole question, which a follow-up took from earlier ones. */
interface Inquired extends Inquiry {
  readonly text: string;
  readonly words: readonly Word[];
  readonly isFollowUp: boolean;
}

type Figures = Awaited<ReturnType<typeof answerFromTables>>;

async function answerOfWhole(inquiry: Inquiry, whole: string | undefined): Promise<Answer> {
  const text = whole ?? inquiry.asked.text;
  const inquired = { ...inquiry, text, words: wordsOf(text), isFollowUp: whole !== undefined };
  const { channelId, tables, view, workspace, readable, turn, isMended } = inquired;
  const paired = view ? undefined : await answerInPairs(text, channelId, tables, workspace, readable, turn);
  if (paired) return paired;
  const figures = await figuresOf(inquired, tables);
  // A sentence in the channel with every topic wins over a table that is elsewhere or is not named.
  const here = figures.isElsewhere === true || figures.isNamed === false ? await sentenceOfAll(inquired) : undefined;
  if (here) return here;
  const ofHere = figures.isElsewhere === true ? await otherwiseHere(inquired, figures) : undefined;
  if (ofHere) return ofHere;
  const sure = figures.isRead === true || isMended ? figures.answer : undefined;
  if (sure && !speaksBeside(text)) return sure;
  const bare = (await withoutRemarks(inquired, figures)) ?? sure;
  if (bare) return bare;
  const mended = await withMistakesMended(inquired, figures, spellings);
  if (mended?.typedQuery) return mended;
  const otherwise = await inOtherWords(inquired, figures);
  if (otherwise.confidence !== 'none') return otherwise;
  return mended ?? (await withMistakesMended(inquired, figures, spellingsByTexts)) ?? otherwise;
}

/** The answer to a follow-up. One that leaves out all of its words answers the question before it. */
async function ofFollowUp(inquiry: Inquiry, whole: string): Promise<Answer> {
  const { asked, tables, again } = inquiry;
  const following = await answerOfWhole(inquiry, whole);
  const standsAlone = following.confidence === 'none' && takenOver({ ...asked, text: whole }, tables) === undefined;
  const alone = standsAlone ? await again(whole) : undefined;
  const answer = alone?.typedQuery ? alone : following;
  const said = contentOf(wordsOf(asked.text));
  return said.length > 0 && said.every(({ text }) => leavesOut(answer.answer, text)) ? abstain([], [], []) : answer;
}

const figuresOf = (
  { text, words, view, channelId, workspace, readable, turn, signal }: Inquired,
  tables: readonly Subject[],
): Promise<Figures> => answerFromTables({ text, words, view, channelId }, tables, workspace, readable, turn, signal);

/** The answer to the question alone, if it has one. */
async function alone(bare: Bare | undefined, again: Again): Promise<Answer | undefined> {
  const answer = bare && (await again(bare.text));
  return answer && answer.confidence !== 'none' ? besides(answer, bare) : undefined;
}

async function withoutRemarks(inquired: Inquired, { ofCells = [] }: Figures): Promise<Answer | undefined> {
  const { text, words, tables, channelId, turn, again } = inquired;
  return alone(await withoutAsides(text, words, { subjects: nearIn(tables, channelId), turn }, ofCells), again);
}

/** The answer to the question without its typing mistakes. Undefined where two readings are as likely and differ. */
async function withMistakesMended(
  inquired: Inquired,
  { ofCells = [] }: Figures,
  spelled: typeof spellings,
): Promise<Answer | undefined> {
  if (inquired.isMended) return undefined;
  for (const alike of await spelled(inquired, ofCells)) {
    const answers: Answer[] = [];
    for (const { text, mistakes } of alike) {
      const answer = await inquired.again(text, true);
      const isMeant = !mistakes.some(([, word]) => leavesOut(answer.answer, word));
      if (answer.confidence !== 'none' && isMeant) answers.push(asMended(answer, mistakes));
    }
    const [first, ...others] = answers;
    if (first) return others.every((one) => isSame(one, first)) ? first : undefined;
  }
  return undefined;
}

const isSame = (one: Answer, other: Answer): boolean =>
  JSON.stringify([one.typedQuery, one.values, one.sources]) ===
  JSON.stringify([other.typedQuery, other.values, other.sources]);

/** The answer of a table in the channel to the same question in words that rules know. */
async function otherwiseHere(inquired: Inquired, { ofCells = [] }: Figures): Promise<Answer | undefined> {
  const { text, channelId, turn } = inquired;
  const tables = inquired.tables.filter((one) => one.channelId === channelId);
  const said = await turn.finish(paraphrases(text, toldBy(tables, channelId, ofCells)));
  return answerOtherwise(said.slice(0, mostParaphrases), { ...inquired, tables });
}

/** Says the question in words that rules know, reads it loosely, and looks at the texts at last. */
async function inOtherWords(inquired: Inquired, figures: Figures): Promise<Answer> {
  const { text, words, tables, channelId, turn } = inquired;
  const told = toldBy(tables, channelId, figures.ofCells ?? []);
  const otherwise = (await turn.finish(paraphrases(text, told))).slice(0, mostParaphrases);
  const paraphrased = await answerOtherwise(otherwise, inquired);
  if (paraphrased) return paraphrased;
  if (figures.answer) return figures.answer;
  const ofTopic = inquired.isFollowUp ? await ofTopicBefore(inquired) : undefined;
  if (ofTopic !== undefined) return ofTopic ?? abstain(words, tables, []);
  const loose = await looselyOf(inquired, inquired.isFollowUp);
  // A sentence with every topic of the question wins over a reading that leaves words.
  if (loose) return loose.isWhole ? loose.answer : ((await sentenceOfAll(inquired)) ?? loose.answer);
  const unsaid = (await turn.finish(looseParaphrases(text, told))).filter((one) => !otherwise.includes(one));
  const looser = await answerOtherwise(unsaid.slice(0, mostParaphrases - otherwise.length), inquired);
  if (looser) return looser;
  return figures.isAsked ? abstain(words, tables, []) : outsideOfTables(inquired);
}

/** A view shows one table, and its question is not read loosely. */
async function looselyOf(
  { asked, view, tables, workspace, readable, turn }: Inquiry,
  isFollowUp: boolean,
): ReturnType<typeof answerLoosely> {
  return view ? undefined : answerLoosely(asked, isFollowUp, tables, workspace, readable, turn);
}

async function sentenceOfAll({ text, words, asked, workspace, turn, signal }: Inquired): Promise<Answer | undefined> {
  const { evidence } = await evidenceFor(words, workspace, asked.channelId, turn);
  signal.throwIfAborted();
  return answerFrom(text, words, evidence, turn, { isWhole: true });
}

/** The answer of texts to the question before, about the topic that a follow-up names. Null where no text has it. */
async function ofTopicBefore({ asked, tables, workspace, turn }: Inquiry): Promise<Answer | undefined | null> {
  const before = wholeBefore(asked.earlier, tables);
  return before === undefined ? undefined : answerOfTopic(asked.text, before, workspace, asked.channelId, turn);
}

async function outsideOfTables(inquired: Inquired): Promise<Answer> {
  const { asked, text, words, tables, nearby, channelId, workspace, readable, turn, signal } = inquired;
  const counted =
    (await aboutWorkspace(text, workspace, readable, channelId)) ??
    (await answerOfDays(text, words, workspace, asked.channelId, turn));
  if (counted) return counted;
  const { evidence, sheets } = await evidenceFor(words, workspace, asked.channelId, turn);
  signal.throwIfAborted();
  const others = sheets.filter(({ id }) => !nearby.some((sheet) => sheet.id === id));
  const found = await figuresOf(inquired, await sheetSubjects(others, words, workspace, turn));
  const saidBefore = inquired.isFollowUp ? plainWordsBefore(asked) : undefined;
  const quoted = found.answer ?? (await answerFrom(text, words, evidence, turn, { saidBefore }));
  if (quoted) return quoted;
  const records = await recordEvidenceFor(words, workspace, asked.channelId, turn);
  return (await answerFrom(text, words, records, turn)) ?? abstain(words, tables, evidence);
}

/** An answer that says which words were read otherwise than written. */
function asMended(answer: Answer, mistakes: Spelled['mistakes']): Answer {
  const remarks = mistakes.map(([written, word]) => reading(escaped(`Read “${written}” as “${word}”.`)));
  const confidence = answer.typedQuery ? 'likely' : answer.confidence;
  return { ...answer, confidence, answer: [answer.answer, ...remarks].join('\n\n') };
}

/** An answer that says what was left out of the question. */
function besides(answer: Answer, { asides, isSure }: Bare): Answer {
  const remark = reading(escaped(leftBeside(asides)));
  const confidence = answer.confidence === 'exact' && !isSure ? 'likely' : answer.confidence;
  return { ...answer, confidence, answer: `${answer.answer}\n\n${remark}` };
}

/** A question is read at most so often in other words. */
const mostParaphrases = 3;

/** The tables of a channel, or all where it has none. */
function nearIn(tables: readonly Subject[], channelId: string | undefined): readonly Subject[] {
  const here = tables.filter((one) => one.channelId === channelId);
  return here.length > 0 ? here : tables;
}

/** Asks the tables near a question of its words. */
function toldBy(tables: readonly Subject[], channelId: string | undefined, ofCells: readonly string[]): Told {
  const near = nearIn(tables, channelId);
  const isCalled = (words: readonly Word[], subject: Subject) =>
    words.length > 0 && words.every(({ root }) => subject.called.has(root)) && isHead(words.at(-1)!, subject);
  return {
    isState: (verb) => ofCells.includes(verb.toLowerCase()) || wordsOf(verb).some((word) => isState(word, near, [])),
    isCalledState: (said) => wordsOf(said).some((word) => isCalledState(word, near)),
    isRecords: (named) => near.some((subject) => isCalled(wordsOf(named), subject)),
  };
}

/** The answer to the same question in words that rules know. It stands where the asked words have no whole reading. */
async function answerOtherwise(
  texts: readonly string[],
  { tables, view, channelId, workspace, readable, turn, signal }: Inquired,
): Promise<Answer | undefined> {
  for (const said of texts) {
    const question = { text: said, words: wordsOf(said), isStrict: true, view, channelId };
    const { answer } = await answerFromTables(question, tables, workspace, readable, turn, signal);
    if (answer?.typedQuery === undefined) continue;
    const remark = reading(`Read as “${escaped(said)}”`);
    return { ...answer, confidence: 'likely', answer: `${answer.answer}\n\n${remark}` };
  }
  return undefined;
}

/**
 * The words that the question may take names from: its own, those of its rates and those of earlier questions. Texts
 * that are too long are left out.
 */
const wordsSaid = ({ text, earlier }: Question): readonly Word[] =>
  [text, statesRated(text), ...earlier.flatMap(({ role, body }) => (role === 'user' ? body : []))]
    .map(wordsOf)
    .filter(({ length }) => length <= mostWords)
    .flat();

/** The plain words of earlier questions. A name must stand in the sentence that answers. */
const plainWordsBefore = ({ earlier }: Question): ReadonlySet<string> =>
  new Set(
    earlier
      .flatMap(({ role, body }) => (role === 'user' ? contentOf(wordsOf(body)) : []))
      .flatMap(({ root, kind }) => (kind === 'plain' ? root : [])),
  );

function* withoutAllManners(question: Question): Work<Question> {
  const earlier: Question['earlier'][number][] = [];
  for (const { role, body } of question.earlier)
    earlier.push({ role, body: role === 'user' ? yield* withoutManners(body) : body });
  return { ...question, text: yield* withoutManners(question.text), earlier };
}
