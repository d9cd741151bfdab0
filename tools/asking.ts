import {
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { WorkspaceError } from '../schemas/errors.ts';
import { shown } from '../schemas/shown.ts';

const key = 'confirm';

/**
 * Asks the person before a deletion, in a host that can. Returns the question as a result, or undefined once the person
 * allowed it or the host cannot ask. Throws if they did not allow it.
 */
export async function questionFor(
  ask: () => Promise<string | undefined>,
  { mcpReq: { inputResponses } }: ServerContext,
  capabilities: ClientCapabilities | undefined,
): Promise<InputRequiredResult | undefined> {
  if (!asksInForms(capabilities)) return undefined;
  const answer = inputResponse(inputResponses, key);
  if (answer.kind === 'elicit' && answer.action === 'accept') return undefined;
  if (answer.kind !== 'missing') throw new WorkspaceError('forbidden', refusal);
  const message = await ask();
  if (message === undefined) return undefined;
  const requestedSchema = { type: 'object' as const, properties: {} };
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** A name that somebody else may have chosen. It cannot reorder the text around it. */
export const named = (name: string): string => `“${shown(name)}”`;

export const trashQuestion = (what: string): string =>
  `Move ${what} to the trash? It can be restored from there until it is purged.`;

/** Forms are meant where a host names no mode. */
const asksInForms = ({ elicitation }: ClientCapabilities = {}): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

const refusal = 'The person was asked and did not allow it, so nothing was deleted. Ask them what they want.';
