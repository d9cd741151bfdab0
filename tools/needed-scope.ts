import type { Scope } from '../schemas/operation.ts';
import type { Tool } from './tool.ts';

/** Methods beside `tools/call` that read the workspace. */
const reading = new Set<unknown>(['resources/list', 'resources/read', 'prompts/get', 'completion/complete']);

/** The scope without which a message cannot be answered, where there is one. */
export function neededScope(message: unknown, tools: readonly Tool[]): Scope | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  if (method === 'tools/call') return tools.find(({ name }) => name === params?.name)?.scope;
  return reading.has(method) ? 'workspace.read' : undefined;
}
