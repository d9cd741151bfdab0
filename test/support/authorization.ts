import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { runWorkspace } from './product.ts';
import { inStorage } from './storage.ts';

export const password = 'correct horse battery staple';

/** The password at the least costs, because each sign-in at the usual ones takes 46 MiB. The hash tells its costs. */
const hash = (() => {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
  const [encodedSalt, encodedKey] = [salt, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$scrypt$ln=4,r=8,p=1$${encodedSalt}$${encodedKey}`;
})();

/** Gives users passwords to sign in with. */
export async function givePasswords(dataFolder: string, ...emails: string[]): Promise<void> {
  await inStorage(dataFolder, async (tx) => {
    for (const email of emails) {
      const { id } = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      await tx.insertInto('passwords').values({ user_id: id, hash, changed_at: new Date().toISOString() }).execute();
    }
  });
}

export interface ClientOptions {
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly scope?: string;
}

export const callback = 'https://app.test/callback';
const everyScope = 'workspace.query workspace.read workspace.write';

/** Registers a client as an operator does; returns its `client_id`. */
export async function addClient(
  dataFolder: string,
  { name = 'Test application', redirectUris = [callback], scope = everyScope }: ClientOptions = {},
): Promise<string> {
  const uris = redirectUris.flatMap((uri) => ['--redirect-uri', uri]);
  const options = ['--data', dataFolder, '--name', name, ...uris, '--scope', scope];
  const { status, stdout, stderr } = await runWorkspace('admin', 'clients', 'add', ...options);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

export const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

type Parameters = Record<string, string | undefined>;

const defined = (parameters: Parameters) =>
  Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);

/** An authorization request with nothing wrong in it but what is given. */
export const authorizationUrl = (gatewayUrl: string, clientId: string, others: Parameters = {}): string => {
  const parameters: Parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    scope: everyScope,
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...others,
  };
  return `${gatewayUrl}/oauth/authorize?${new URLSearchParams(defined(parameters)).toString()}`;
};

/** A request at the token endpoint, or another that takes a form. */
export async function post(url: string, parameters: Parameters, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(defined(parameters)), headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

export const exchangeCode = (gatewayUrl: string, clientId: string, code: string, others: Parameters = {}) =>
  post(`${gatewayUrl}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    ...others,
  });

export const refresh = (gatewayUrl: string, clientId: string, token: string, others: Parameters = {}) =>
  post(`${gatewayUrl}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
    ...others,
  });

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** The page that a browser shows after it has followed all redirects of the gateway. */
export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** A browser without a screen: it keeps cookies, follows redirects of the gateway, and sends forms as they stand. */
export class Browser {
  readonly #publicUrl: string;
  readonly #origin: string;
  #cookies: Cookie[] = [];
  /** Where the gateway listens; like a proxy, it takes the path of the public URL away. */
  gatewayUrl: string;

  constructor(publicUrl: string, gatewayUrl = publicUrl) {
    this.#publicUrl = publicUrl;
    this.#origin = new URL(publicUrl).origin;
    this.gatewayUrl = gatewayUrl;
  }

  /** The cookies as the gateway set them, attributes and all. */
  readonly setCookies: string[] = [];

  async open(url: string, init: RequestInit = {}): Promise<Shown> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.#cookiesFor(url), accept: 'text/html' };
    const address = url.replace(this.#publicUrl, this.gatewayUrl);
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    const html = await response.text();
    if (location === null) return { url, status: response.status, headers: response.headers, html };
    const next = new URL(location, url);
    if (next.origin === this.#origin) return this.open(next.href);
    return { url: next.href, status: response.status, headers: response.headers, html };
  }

  /** Sends the form of a page with the button `action`, as its own origin unless another is given. */
  async answer(page: Shown, action: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const token = /name="token" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
    const body = new URLSearchParams({ token, action, ...fields });
    return this.open(page.url, { method: 'POST', body, headers: { origin: this.#origin, ...headers } });
  }

  async signIn(page: Shown, email: string, secret = password): Promise<Shown> {
    return this.answer(page, 'sign-in', { email, password: secret });
  }

  /** From the request to the code: signs in when asked, and allows when asked. */
  async authorize(url: string, email: string): Promise<URLSearchParams> {
    let page = await this.open(url);
    if (page.html.includes('value="sign-in"')) page = await this.signIn(page, email);
    if (page.html.includes('value="allow"')) page = await this.answer(page, 'allow');
    return new URL(page.url).searchParams;
  }

  #keep(line: string): void {
    this.setCookies.push(line);
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/';
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!line.includes('01 Jan 1970')) this.#cookies.push({ name, value: pair.slice(name.length + 1), path });
  }

  #cookiesFor(url: string): string {
    const { pathname } = new URL(url);
    const sent = this.#cookies.filter(({ path }) => pathname.startsWith(path));
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
}

export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
