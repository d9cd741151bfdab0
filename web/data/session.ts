import { appSessionHeader, interfaceHeader } from '../../schemas/interfaces.ts';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { base } from '../base.ts';
import { drafts } from './drafts.ts';
import { keptWork } from './kept-work-store.ts';
import { outboxStore } from './outbox-store.ts';
import { openingPath, pathHere } from '../../schemas/urls.ts';

/** The key of the page's half of the session. A browser keeps it apart for each port, unlike a cookie. */
const kept = 'workspace-session';

/** Read once, so that a page of one person never acts as the next who signs in with this browser. */
let own = localStorage.getItem(kept);

/** Another page of this browser signed somebody in or out. */
addEventListener('storage', ({ key }) => {
  if (key === kept && localStorage.getItem(kept) !== own) location.reload();
});

/** The headers of every call: they say that this page was signed in. */
export const sessionHeaders = (): Record<string, string> => ({
  [interfaceHeader]: 'app',
  ...(own !== null && { [appSessionHeader]: own }),
});

/**
 * Takes what a link to sign in holds behind its #, and removes it from the address. Returns where to go then; undefined
 * at every other address. Leaves for the page that signs in if the link does not work any more.
 */
export async function acceptSignIn(): Promise<string | undefined> {
  if (location.pathname !== base + openingPath) return undefined;
  const given = new URLSearchParams(location.hash.slice(1));
  const to = pathHere(given.get('to'));
  history.replaceState(null, '', base + to);
  const half = given.get('half') ?? (await halfFor(given.get('code')));
  if (half !== undefined && (await isGood(half))) keep(half);
  else if (!(await isGood(own))) return leaveFor(`/session/start?${query({ to, link: 'used' })}`);
  return to;
}

function keep(half: string): void {
  own = half;
  localStorage.setItem(kept, half);
}

/** Signs in on the gateway's own page, and comes back to this address. */
export function signIn(to = location.pathname.slice(base.length) + location.search + location.hash): void {
  location.assign(`${base}/session/start?${query({ to })}`);
}

/**
 * Ends this sign-in, or all of this person with their tokens. The page starts anew, so it keeps nothing in memory. Throws
 * if they may still be signed in.
 */
export async function signOut(everywhere = false): Promise<void> {
  const headers = { ...sessionHeaders(), 'content-type': 'application/json' };
  if (everywhere) await sent('/api/workspace/me/sign-out', { method: 'POST', headers, body: '{}' });
  await sent('/session', { method: 'DELETE', headers: sessionHeaders() });
  // A gateway on https or this machine has the browser clear all. Then nothing is left to wipe.
  await Promise.all([drafts.wipe(), keptWork.wipe(), outboxStore.wipe()].map((wiped) => wiped.catch(() => {})));
  sessionStorage.clear();
  localStorage.removeItem(kept);
  location.replace(`${base}/`);
}

/** Trades the code of a link, which is good once. */
async function halfFor(code: string | null): Promise<string | undefined> {
  if (code === null) return undefined;
  const headers = { ...sessionHeaders(), 'content-type': 'application/json' };
  const response = await fetch(`${base}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  return response.ok ? ((await response.json()) as { half: string }).half : undefined;
}

/** Whether the half belongs to the cookie of this browser. */
async function isGood(half: string | null): Promise<boolean> {
  if (half === null) return false;
  const headers = { ...sessionHeaders(), [appSessionHeader]: half };
  return (await fetch(`${base}/api/workspace/me`, { headers, cache: 'no-store' })).ok;
}

/** Never resolves, because the page goes. */
function leaveFor(path: string): Promise<never> {
  location.replace(base + path);
  return new Promise(() => {});
}

async function sent(path: string, request: RequestInit): Promise<void> {
  const response = await fetch(base + path, request).catch(() => undefined);
  if (!response?.ok) throw new WorkspaceError('unavailable', notSignedOut(response));
}

const notSignedOut = (response: Response | undefined): string =>
  response
    ? `The gateway answered ${response.status}, so you may still be signed in. Reload this page, and try again.`
    : 'The gateway did not answer, so you may still be signed in. Try again.';

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();
