import type { FastifyRequest } from 'fastify';
import { insufficientScope, invalidRequest } from '../../../schemas/errors.ts';
import { type Scope, scopes } from '../../../schemas/operation.ts';
import { readToolGroups, selectTools, type ToolSelection, withFilesOf } from '../../../tools/index.ts';
import { neededScope, onlyReads } from '../../../tools/needed-scope.ts';
import { createServer } from '../../../tools/server.ts';
import { isAllowed, sendTo } from '../../auth/destinations.ts';
import { inTurns } from '../../turns/turn.ts';
import type { Authenticate } from '../authorization/authenticate.ts';
import { appHtml } from './app-html.ts';
import { hostOfSession, sessionHeader } from './session.ts';
import type { McpEndpoint } from './mcp.ts';
import type { RouteOptions } from '../routes.ts';

export interface McpWorkspaceOptions extends Pick<RouteOptions, 'workspaceFor'> {
  readonly authenticate: Authenticate;
  readonly version: string;
  /** The hosts from which a tool fetches files that a chat host holds. */
  readonly fileHosts: readonly string[];
}

/** The tools, resources and prompts for the owner of the bearer token. */
export function workspaceEndpoint({
  authenticate,
  workspaceFor,
  version,
  fileHosts,
}: McpWorkspaceOptions): McpEndpoint {
  const withFiles = withFilesOf((url, request) =>
    isAllowed(url, fileHosts) ? sendTo(url, fileHosts, request) : undefined,
  );
  const offered = fileHosts.length > 0 ? withFiles : (tools: Selected) => tools;
  return {
    async admit(request) {
      // Hosts show the tools that a token can use, and ask before a call that writes. A client told to request fewer
      // scopes would never see those tools. An address with `readOnly` requests only reading.
      request.wantedScopes = scopesOf(selectTools({ ...selectionOf(request), scopes }));
      request.caller = { ...(await authenticate(request.headers)), interface: 'mcp' };
    },
    serverFor(request, reply, messages) {
      const caller = request.caller!;
      const selection = selectionOf(request);
      const asked = [messages].flat();
      const known = selectTools({ ...selection, scopes }).callable;
      const needed = asked.map((message) => neededScope(message, known));
      requireScopes(request, needed);
      request.server.countMessages(request, reply, needed);
      request.changesNothing = asked.every((message) => onlyReads(message, known));
      const session = hostOfSession(request.headers[sessionHeader]);
      return createServer({
        workspaceUntil: (gone, host) =>
          workspaceFor({ ...caller, agent: caller.agent ?? host }, gone ? { gone: () => gone } : {}),
        agent: session.agent,
        tools: offered(selectTools({ ...selection, scopes: caller.scopes })),
        version,
        toolsAlone: asked.every(isAboutTools),
        apps: { page: appHtml, areShown: session.showsApps || undefined },
        transfers: { areSent: session.sendsFiles || undefined },
        inTurns: (work) => inTurns(caller.userId, work),
        newRequestId: () => request.id,
        onDefect: (error) => request.log.error({ err: error }, 'request failed'),
      });
    },
  };
}

const isAboutTools = (message: unknown): boolean => {
  const { method } = (message ?? {}) as { method?: unknown };
  return typeof method === 'string' && method.startsWith('tools/');
};

type Selected = ReturnType<typeof selectTools>;

const scopesKnown = new WeakMap<Selected, Scope[]>();

/** The scopes of listed tools. A selection is the same object each time. */
function scopesOf(selected: Selected): Scope[] {
  const known = scopesKnown.get(selected);
  if (known) return known;
  const found = scopes.filter((scope) => selected.listed.some((tool) => tool.scope === scope));
  scopesKnown.set(selected, found);
  return found;
}

/** Refuses a call beyond the token's scopes over HTTP. Clients then request the granted scopes and the missing one. */
function requireScopes(request: FastifyRequest, needed: readonly (Scope | undefined)[]): void {
  const granted = request.caller!.scopes;
  const missing = needed.find((scope) => scope !== undefined && !granted.includes(scope));
  if (missing === undefined) return;
  request.wantedScopes = scopes.filter((scope) => scope === missing || granted.includes(scope));
  throw insufficientScope(missing);
}

/** Reads the address's parameters: `tools` as `--tools`, and `readOnly` as `--read-only`. */
function selectionOf(request: FastifyRequest): Omit<ToolSelection, 'scopes'> {
  const { tools, readOnly, ...others } = request.query as Record<string, string | string[]>;
  const [stray] = Object.keys(others);
  if (stray !== undefined) throw invalidRequest(stray, 'is not a known parameter; /mcp takes tools and readOnly');
  if (Array.isArray(tools)) throw invalidRequest('tools', 'is given twice; separate the groups by commas');
  const { groups, mistake } = readToolGroups(tools);
  if (mistake !== undefined) throw invalidRequest('tools', mistake);
  if (![undefined, '', 'true', 'false'].includes(readOnly as string)) {
    throw invalidRequest('readOnly', 'takes true or false');
  }
  return { groups, readOnly: readOnly === '' || readOnly === 'true' };
}
