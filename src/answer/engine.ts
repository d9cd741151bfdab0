import { WorkspaceError } from '../../schemas/errors.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';
import { Turn } from '../turns/turn.ts';
import { aboutWorkspace } from './about/workspace.ts';
import { abstain } from './abstention.ts';
import type { Answerer, Question } from './answerer.ts';
import { type Bare, withoutAsides, withoutTalk } from './beside.ts';
import { takenOver } from './follow-up.ts';
import { withoutManners } from './language/manners.ts';
import { speaksBeside } from './language/asides.ts';
import { looseParaphrases, paraphrases, type Told } from './language/paraphrases.ts';
import { statesRated } from './language/rates.ts';
import { type Word, wordsOf } from './language/words.ts';
import { answerInPairs, answerLoosely } from './loose.ts';
import { answerFrom } from './passages/answer.ts';
import { answerOfDays } from './passages/dated.ts';
import { evidenceFor, recordEvidenceFor } from './passages/evidence.ts';
import { escaped, reading } from './prose.ts';
import { type Readable, readableBy } from './readable.ts';
import { type Spelled, spelled } from './spelling.ts';
import { withNumbered } from './subjects/numbered.ts';
import { sheetSubjects, sheetsNear } from './subjects/sheets.ts';
import { dataSetSubjects, type Subject } from './subjects/subjects.ts';
import { leavesOut } from './figures/written.ts';
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
      const answer = await answered(question, workspace, signal);
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

async function answered(question: Question, at: Workspace, signal: AbortSignal, isMended = false): Promise<Answer> {
  const turn = new Turn({ subject: question.asker });
  const workspace = takingTurns(at, turn);
  const readable = await readableBy(workspace, signal);
  const asked = withoutAllManners(question);
  const said = wordsSaid(asked);
  const dataSets = await withNumbered(await dataSetSubjects(readable, said, turn), said, workspace);
  const channelId = readable.channels.find(({ id, slug }) => [id, slug].includes(question.channelId ?? ''))?.id;
  const near = { subjects: nearIn(dataSets, channelId), turn };
  const untalked = isMended ? undefined : await withoutTalk(asked.text, wordsOf(asked.text), near);
  const plain = untalked && (await answered({ ...question, text: untalked.text }, at, signal));
  if (plain && plain.confidence !== 'none') return besides(plain, untalked);
  const nearby = await sheetsNear(said, workspace, channelId);
  const tables = [...dataSets, ...(await sheetSubjects(nearby, said, workspace, turn))];
  const whole = takenOver(asked, tables);
  const view = await shownView(question, workspace);
  const loosely = async () => {
    const isRead = !view && (whole !== null || asked.earlier.length > 0);
    return isRead ? answerLoosely(asked, whole !== undefined, tables, workspace, readable, turn) : undefined;
  };
  if (whole === null) {
    const loose = await loosely();
    return loose?.isWhole ? loose.answer : abstain([], [], []);
  }
  const text = whole ?? asked.text;
  const words = wordsOf(text);
  const ask = (subjects: readonly Subject[]) =>
    answerFromTables({ text, words, view, channelId }, subjects, workspace, readable, turn, signal);

  const paired = view ? undefined : await answerInPairs(text, channelId, tables, workspace, readable, turn);
  if (paired) return paired;
  const figures = await ask(tables);
  const isSure = figures.answer !== undefined && (figures.isRead === true || isMended);
  if (isSure && !speaksBeside(text)) return figures.answer;
  const ofCells = figures.ofCells ?? [];
  const bare = await withoutAsides(text, words, { subjects: nearIn(tables, channelId), turn }, ofCells);
  const alone = bare && (await answered({ ...question, text: bare.text }, at, signal, isMended));
  if (alone && alone.confidence !== 'none') return besides(alone, bare);
  if (isSure) return figures.answer;
  const mended = isMended
    ? undefined
    : await spelled(text, words, tables, readable, { channelId, ofCells }, workspace, turn);
  const again = mended && (await answered({ ...question, text: mended.text }, at, signal, true));
  const isMeant = again?.typedQuery && !mended!.mistakes.some(([, word]) => leavesOut(again.answer, word));
  if (isMeant) return asMended(again, mended!.mistakes);
  const told = toldBy(tables, channelId, ofCells);
  const reader = { tables, where: { view, channelId }, workspace, readable, turn, signal };
  const otherwise = paraphrases(text, told).slice(0, mostParaphrases);
  const paraphrased = await answerOtherwise(otherwise, reader);
  if (paraphrased) return paraphrased;
  if (figures.answer) return figures.answer;
  const loose = await loosely();
  if (loose?.isWhole) return loose.answer;
  const unsaid = looseParaphrases(text, told).filter((one) => !otherwise.includes(one));
  const looser = loose ? undefined : await answerOtherwise(unsaid.slice(0, mostParaphrases - otherwise.length), reader);
  if (looser) return looser;
  if (figures.isAsked && !loose) return abstain(words, tables, []);
  const about = loose ? undefined : await aboutWorkspace(text, workspace, readable, channelId);
  if (about) return about;

  const ofDays = loose ? undefined : await answerOfDays(text, words, workspace, question.channelId, turn);
  if (ofDays) return ofDays;
  const { evidence, sheets } = await evidenceFor(words, workspace, question.channelId, turn);
  signal.throwIfAborted();
  // A sentence with every topic of the question wins over a reading that leaves words.
  if (loose) return (await answerFrom(text, words, evidence, turn, { isWhole: true })) ?? loose.answer;
  const others = sheets.filter(({ id }) => !nearby.some((sheet) => sheet.id === id));
  const found = await ask(await sheetSubjects(others, words, workspace, turn));
  const quoted = found.answer ?? (await answerFrom(text, words, evidence, turn));
  if (quoted) return quoted;
  const records = await recordEvidenceFor(words, workspace, question.channelId, turn);
  return (await answerFrom(text, words, records, turn)) ?? abstain(words, tables, evidence);
}

/** An answer that says which words were read otherwise than written. */
function asMended(answer: Answer, mistakes: Spelled['mistakes']): Answer {
  const remarks = mistakes.map(([written, word]) => reading(escaped(`Read “${written}” as “${word}”.`)));
  return { ...answer, confidence: 'likely', answer: [answer.answer, ...remarks].join('\n\n') };
}

/** An answer that says what was left out of the question. */
function besides(answer: Answer, { asides, isSure }: Bare): Answer {
  const remark = reading(escaped(`Left out as beside the question: ${asides.map((one) => `“${one}”`).join(', ')}.`));
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

interface Reader {
  readonly tables: readonly Subject[];
  readonly where: Pick<TableQuestion, 'view' | 'channelId'>;
  readonly workspace: Workspace;
  readonly readable: Readable;
  readonly turn: Turn;
  readonly signal: AbortSignal;
}

/** The answer to the same question in words that rules know. It stands where the asked words have no whole reading. */
async function answerOtherwise(
  texts: readonly string[],
  { tables, where, workspace, readable, turn, signal }: Reader,
): Promise<Answer | undefined> {
  for (const said of texts) {
    const question = { text: said, words: wordsOf(said), isStrict: true, ...where };
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

const withoutAllManners = ({ text, earlier, ...question }: Question): Question => ({
  ...question,
  text: withoutManners(text),
  earlier: earlier.map(({ role, body }) => ({ role, body: role === 'user' ? withoutManners(body) : body })),
});
