import { generateText, type ModelMessage } from 'ai';
import { limits } from '../../../schemas/limits.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Answer } from '../../../schemas/queries.ts';
import type { Question } from '../answerer.ts';
import { answer } from './tools/answer-tool.ts';
import { Bounds } from './bounds.ts';
import { inspectChannel, listChannels } from './tools/channel-tools.ts';
import type { Desk } from './desk.ts';
import { Evidence } from './evidence.ts';
import { instructions, prompt } from './instructions.ts';
import { newMarking } from './marking.ts';
import type { ConfiguredModel } from './model.ts';
import { languageModel } from './provider.ts';
import { runQuery } from './tools/query-tool.ts';
import { readDocument, readFile, search } from './tools/reading-tools.ts';
import { atDesk } from './tools/tool.ts';

// The library would otherwise write warnings to the console, and stdout may carry MCP.
(globalThis as { AI_SDK_LOG_WARNINGS?: false }).AI_SDK_LOG_WARNINGS = false;

const tools = [listChannels, inspectChannel, search, readDocument, readFile, runQuery, answer];

/** Has the model answer within its bounds. Rejects when it fails or when `stop` aborts. */
export async function askModel(
  configured: ConfiguredModel,
  question: Question,
  workspace: Workspace,
  stop: AbortController,
): Promise<Answer> {
  const outcome: { answer?: Answer } = {};
  const desk = await deskFor(question, workspace, new Bounds(stop), (verified) => (outcome.answer = verified));
  const model = languageModel(configured);
  const messages: ModelMessage[] = [{ role: 'user', content: prompt(question, await scopeOf(desk), desk.marking) }];
  while (outcome.answer === undefined) {
    const { responseMessages } = await generateText({
      model,
      instructions: instructions(desk.marking.boundary, desk.today),
      messages,
      tools: Object.fromEntries(tools.map((one) => [one.name, atDesk(one, desk)])),
      toolCallConcurrency: 1,
      prepareStep: () => (desk.bounds.step().isLast ? { activeTools: [answer.name] } : {}),
      stopWhen: () => outcome.answer !== undefined,
      repairToolCall: ({ tools: known, toolCall }) => refusal(desk, Object.keys(known), toolCall.toolName),
      experimental_download: async (wanted) => wanted.map(() => null), // A model may name any address.
      maxOutputTokens: limits.modelTokens,
      maxRetries: 1,
      abortSignal: stop.signal,
    });
    if (outcome.answer !== undefined) break;
    desk.bounds.mistake();
    messages.push(...responseMessages, { role: 'user', content: `End by calling the tool ${answer.name}.` });
  }
  return outcome.answer;
}

/**
 * Replaces the library's errors about unknown tools and malformed arguments, which would repeat the whole call to the
 * model.
 */
async function refusal({ bounds }: Desk, known: readonly string[], called: string): Promise<never> {
  bounds.mistake();
  throw new Error(known.includes(called) ? 'The arguments are no JSON object.' : `The tools are ${known.join(', ')}.`);
}

async function deskFor(
  question: Question,
  workspace: Workspace,
  bounds: Bounds,
  accept: Desk['accept'],
): Promise<Desk> {
  const { channelId } = question;
  return {
    question,
    workspace,
    channel: channelId === undefined ? undefined : (await workspace.channels.get({ channelId })).channel,
    today: new Date().toISOString().slice(0, 10),
    marking: newMarking(),
    evidence: new Evidence(),
    bounds,
    accept,
  };
}

/** The channel and View of the question, in words; undefined without a channel. */
async function scopeOf({ channel, question, workspace, marking }: Desk): Promise<string | undefined> {
  if (!channel) return undefined;
  const { id, name } = channel;
  const asked = `The question is asked in this channel: ${marking.mark({ type: 'channel', id }, name)}`;
  if (question.viewId === undefined) return asked;
  const { view } = await workspace.views.get({ channelId: id, viewId: question.viewId });
  const { renderer, objectTypeId, definition } = view;
  return `${asked}\n\nIt is asked of this View: ${marking.mark({ type: 'view', id: view.id, title: view.name }, JSON.stringify({ renderer, objectTypeId, definition }))}`;
}
