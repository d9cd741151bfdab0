import type { Browser, Shown } from './authorization.ts';
import { type Account, accountAt, type Reply } from './rest.ts';
import { runWorkspace } from './product.ts';

/** The header that a browser adds to each request of a page to its own site. */
const ownSite = { 'sec-fetch-site': 'same-origin' };
const named = { 'workspace-interface': 'app' };

/** The code of a link of `workspace open`. */
export async function codeOf(dataFolder: string): Promise<string> {
  const { status, stdout, stderr } = await runWorkspace('open', '--data', dataFolder);
  if (status !== 0) throw new Error(stderr);
  return fragmentOf(stdout.trim()).get('code')!;
}

export const fragmentOf = (url: string): URLSearchParams => new URLSearchParams(new URL(url).hash.slice(1));

/** A request of a page of the app, or of something that pretends to be one. */
export const askSession = (gatewayUrl: string, method: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${gatewayUrl}/session`, {
    method,
    headers: { ...ownSite, ...named, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

export const sendCode = (gatewayUrl: string, code: string, headers: Record<string, string> = {}) =>
  askSession(gatewayUrl, 'POST', { code }, headers);

/** A page of the app that is signed in: the cookie of its browser, and the half of its own. */
export class SignedInPage {
  readonly cookie: string;
  readonly half: string;
  readonly #account: Account;
  readonly #url: string;

  constructor(url: string, cookie: string, half: string) {
    this.#url = url;
    this.#account = accountAt(url);
    this.cookie = cookie;
    this.half = half;
  }

  get headers(): Record<string, string> {
    return { ...ownSite, ...named, cookie: this.cookie, 'workspace-session': this.half };
  }

  /** A request below `/api/workspace`. Headers given as an empty text are left out. */
  call(request: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const sent = Object.entries({ ...this.headers, ...headers }).filter(([, value]) => value !== '');
    return this.#account.call(request, body, Object.fromEntries(sent));
  }

  signOut(): Promise<Response> {
    return askSession(this.#url, 'DELETE', undefined, this.headers);
  }
}

/** The page that a link of `workspace open` signs in. */
export async function openedPage(dataFolder: string, gatewayUrl: string): Promise<SignedInPage> {
  return pageOf(gatewayUrl, await sendCode(gatewayUrl, await codeOf(dataFolder)));
}

async function pageOf(gatewayUrl: string, response: Response): Promise<SignedInPage> {
  const { half } = (await response.json()) as { half: string };
  return new SignedInPage(gatewayUrl, cookieIn(response.headers.getSetCookie()), half);
}

/** `name=value` of the session's cookie, from the lines that set cookies. */
export const cookieIn = (lines: readonly string[]): string =>
  lines.findLast((line) => /^(__Host-workspace|workspace-\d+)=/.test(line))!.split('; ')[0]!;

/** A person signs in to the app on the gateway's own pages, in a browser of their own. */
export async function signedInPage(browser: Browser, publicUrl: string, email: string): Promise<SignedInPage> {
  const shown = await cameBack(browser, `${publicUrl}/session/start`, email);
  return new SignedInPage(browser.gatewayUrl, cookieIn(browser.setCookies), fragmentOf(shown.url).get('half')!);
}

/** Where a browser ends that starts here, and signs in if it is asked. */
export async function cameBack(browser: Browser, url: string, email: string): Promise<Shown> {
  const shown = await browser.open(url);
  return shown.html.includes('value="sign-in"') ? browser.signIn(shown, email) : shown;
}
