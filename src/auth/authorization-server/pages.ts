import type { Scope } from '../../../schemas/operation.ts';
import { faceWith } from '../face.ts';
import { type Html, html } from '../html.ts';
import { policySourceOf } from './redirect-uris.ts';

/** A page for a person, which needs no script. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** A name chosen by somebody else. Its characters cannot reorder the text around it. */
export const foreign = (name: string) => html`<bdi>${name.replace(/[\p{Cc}\p{Cf}]/gu, '')}</bdi>`;

const face = faceWith(`
main{max-width:440px;margin:12vh auto 0;padding:24px}
h1{font-size:var(--text-title);line-height:28px;margin:0 0 8px}
p,ul{margin:8px 0}
label{display:block;margin-top:16px;font-weight:var(--weight-strong)}
input{width:100%;min-height:36px;margin-top:4px;padding:6px 8px;font:inherit;color:inherit;border:1px solid var(--color-border-strong);border-radius:var(--radius);background:var(--color-background-primary)}
input[aria-invalid=true]{border-color:var(--color-danger)}
input:read-only{color:var(--color-text-secondary);background:var(--color-background-secondary)}
button{min-height:36px;margin:20px 8px 0 0;padding:4px 16px;font:inherit;color:inherit;border:1px solid var(--color-border-primary);border-radius:var(--radius);background:var(--color-background-primary);cursor:pointer}
a.first{display:inline-block;margin:12px 0 4px;padding:8px 16px;border-radius:var(--radius);background:var(--color-accent);color:var(--color-on-accent);font-weight:var(--weight-strong);text-decoration:none}
button:hover{background:var(--color-background-hover)}
button.first{border-color:var(--color-accent);background:var(--color-accent);color:var(--color-on-accent);font-weight:var(--weight-strong)}
button.quiet{min-height:24px;margin:0;padding:0;border:0;background:none;color:var(--color-accent);text-decoration:underline}
.error{padding:8px 12px;border:1px solid var(--color-danger);border-left-width:4px;border-radius:var(--radius);color:var(--color-danger)}
dt{margin-top:12px;color:var(--color-text-secondary);font-size:var(--text-small)}
dd{margin:0}
ul{padding-left:20px}
`);

/** Renders a page. `leadsTo` is where its form may send the browser, beside this server. */
export function page(status: number, title: string, body: Html, leadsTo?: string): Page {
  const targets = leadsTo === undefined ? "'self'" : `'self' ${policySourceOf(leadsTo)}`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${face.source}; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Workspace</title>
${face.style}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text,
  };
}

/** The fields of both questions: the client, and where the answer goes. */
interface Question {
  readonly clientName: string;
  readonly redirectUri: string;
  /** Proves that the form comes from this page. */
  readonly formToken: string;
}

export interface LoginPage extends Question {
  /** Whether the app of this gateway asks. */
  readonly isApp: boolean;
  readonly email: string;
  readonly error?: { readonly status: number; readonly message: string } | undefined;
}

export function loginPage({ clientName, isApp, redirectUri, formToken, email, error }: LoginPage): Page {
  const invalid = error && html` aria-invalid="true" aria-describedby="error"`;
  const focus = html` autofocus`;
  const body = html`<p>to continue to ${isApp ? 'this workspace' : foreign(clientName)}</p>
${error && html`<p class="error" id="error" role="alert">${error.message}</p>`}
<form method="post">
<input type="hidden" name="token" value="${formToken}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${email}"${invalid}${email === '' ? focus : undefined}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalid}${email === '' ? undefined : focus}>
<button class="first" name="action" value="sign-in">Sign in</button>
<button name="action" value="deny" formnovalidate>Cancel</button>
</form>`;
  return page(error?.status ?? 200, error ? 'Sign in: please try again' : 'Sign in', body, redirectUri);
}

const inPlainWords: Record<Scope, string> = {
  'workspace.read': 'Read what you can read: channels, documents, files, conversations and records',
  'workspace.query': 'Ask questions and compute figures from what you can read',
  'workspace.write': 'Make changes in your name: write, edit, upload and share wherever you may',
  'workspace.admin': 'Administer your organisation: add and remove its users, set their passwords, change its settings',
};

interface AccountPage extends Question {
  readonly account: string;
}

export interface ConsentPage extends AccountPage {
  readonly destination: string;
  readonly scopes: readonly Scope[];
  /** Whether an operator registered the client. Otherwise its name is only its own claim. */
  readonly isVouchedFor: boolean;
  /** The host whose document describes the client. The document was fetched from there. */
  readonly describedAt?: string | undefined;
}

const warning = (describedAt: string | undefined) =>
  describedAt === undefined
    ? html`<p class="error">This application named itself, and nobody here has checked who it is. Allow it only if you have just started this from an application that you trust.</p>`
    : html`<p class="error">This application is described at ${foreign(describedAt)}. That address was checked, its name was not. Allow it only if you trust ${foreign(describedAt)} and have just started this there.</p>`;

export function consentPage(asked: ConsentPage): Page {
  const body = html`${asked.isVouchedFor ? undefined : warning(asked.describedAt)}
<p>${foreign(asked.clientName)} asks for access to your workspace. It could:</p>
<ul>${asked.scopes.map((scope) => html`<li>${inPlainWords[scope]}</li>`)}</ul>
<dl>
<dt>Your account</dt><dd>${foreign(asked.account)}</dd>
<dt>You will be sent to</dt><dd>${foreign(asked.destination)}</dd>
</dl>
<form method="post">
<input type="hidden" name="token" value="${asked.formToken}">
<button class="first" name="action" value="allow">Allow</button>
<button name="action" value="deny">Deny</button>
<p><button class="quiet" name="action" value="switch">Use another account</button></p>
</form>`;
  return page(200, 'Allow access?', body, asked.redirectUri);
}

/** A page for someone who may allow nothing of what the client asks for. */
export function nothingToAllowPage({ clientName, account, formToken, redirectUri }: AccountPage): Page {
  const body = html`<p>${foreign(clientName)} asks for more than your account may allow it. Use the account of an admin, or ask an admin of your organisation to allow it.</p>
<dl>
<dt>Your account</dt><dd>${foreign(account)}</dd>
</dl>
<form method="post">
<input type="hidden" name="token" value="${formToken}">
<button class="first" name="action" value="switch">Use another account</button>
<button name="action" value="deny">Cancel</button>
</form>`;
  return page(403, 'Your account cannot allow this', body, redirectUri);
}

export function errorPage(status: number, message: string): Page {
  const body = html`<p>${message}</p><p>Nothing was allowed. Go back to the application that brought you here and start again.</p>`;
  return page(status, 'This did not work', body);
}
