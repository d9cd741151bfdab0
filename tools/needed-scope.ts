import type { Scope } from '../schemas/operation.ts';
import { listedApps } from './apps.ts';
import fileUpload from './file-upload.ts';
import type { Tool } from './tool.ts';

/** Methods other than `tools/call` that read the workspace. */
const reading = new Set<unknown>([
  'resources/list',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'files/authorizeDownload',
]);

/** Whether a message only reads. */
export const onlyReads = (message: unknown, tools: readonly Tool[]): boolean =>
  calledTool(message, tools)?.annotations.readOnlyHint ?? !isCall(message);

/** The scope that a message needs; undefined if none. */
export function neededScope(message: unknown, tools: readonly Tool[]): Scope | undefined {
  if (isCall(message)) return calledTool(message, tools)?.scope;
  if (methodOf(message) === 'files/authorizeUpload') return tools.find(isUpload)?.scope;
  return reading.has(methodOf(message)) && !isAppRead(message) ? 'workspace.read' : undefined;
}

/** The page of an app is the same for everybody, and holds nothing of the workspace. */
function isAppRead(message: unknown): boolean {
  const { params } = message as { params?: { uri?: unknown } | null };
  return methodOf(message) === 'resources/read' && listedApps.some(({ uri }) => uri === params?.uri);
}

const isCall = (message: unknown): boolean => methodOf(message) === 'tools/call';

/** Where an address leaves uploads out, the method is not there, whatever the token may do. */
const isUpload = ({ name }: Tool): boolean => name === fileUpload.name;

const methodOf = (message: unknown): unknown => (message as { method?: unknown } | null)?.method;

function calledTool(message: unknown, tools: readonly Tool[]): Tool | undefined {
  if (!isCall(message)) return undefined;
  const { params } = message as { params?: { name?: unknown } | null };
  return tools.find(({ name }) => name === params?.name);
}
