import type { CallToolResult } from '@modelcontextprotocol/client';
import { type ErrorCode, WorkspaceError } from '../../schemas/errors.ts';
import { forAppKey } from '../../schemas/mcp-apps.ts';
import { callServer } from './host.ts';

/** The answer of a tool: the values for apps alone, else what the model reads. */
export const answerIn = ({ structuredContent, _meta }: CallToolResult): unknown =>
  _meta?.[forAppKey] ?? structuredContent;

export const isForApp = ({ _meta }: CallToolResult): boolean => _meta?.[forAppKey] !== undefined;

/** Calls a tool through the host. A refusal is thrown as the service means it. */
export async function call<Answer>(name: string, input: object): Promise<Answer> {
  const result = await callServer(name, input).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WorkspaceError('unavailable', `The chat did not pass this on to the workspace: ${reason}`);
  });
  if (result.isError) throw refusalIn(result);
  return answerIn(result) as Answer;
}

/** The problem that stands as JSON in a failed answer; a host may have put words of its own there. */
export function refusalIn({ content }: CallToolResult): WorkspaceError {
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  try {
    const { code, detail, ...extras } = JSON.parse(text) as { code: ErrorCode; detail: string };
    return new WorkspaceError(code, detail, extras);
  } catch {
    return new WorkspaceError('unavailable', text || 'The call failed, and the chat does not say why.');
  }
}
