import { limits } from '../../schemas/limits.ts';
import { channelPath } from '../../schemas/urls.ts';
import { foreign, page, type Page } from './authorization-server/pages.ts';
import { html } from './html.ts';

export interface InvitationPage {
  readonly organization: string;
  /** The name of the channel whose member they become. */
  readonly channel?: string | undefined;
  readonly email: string;
  readonly name: string;
  readonly error?: { readonly status: number; readonly message: string } | undefined;
}

/** The form by which an invited person makes their account. */
export function invitationPage({ organization, channel, email, name, error }: InvitationPage): Page {
  const place = channel === undefined ? '' : html`the channel ${foreign(channel)} in `;
  const invalid = error && html` aria-describedby="error"`;
  const body = html`<p>You are invited to ${place}the workspace of ${foreign(organization)}.</p>
${error && html`<p class="error" id="error" role="alert">${error.message}</p>`}
<form method="post">
<label for="email">Email address</label>
<input id="email" type="email" autocomplete="username" readonly value="${email}">
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" required value="${name}"${invalid}>
<label for="password">Choose a password of at least ${String(limits.passwordLeast)} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" required${invalid}>
<label for="again">The same password again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required${invalid}>
<button class="first">Make my account</button>
</form>`;
  return page(error?.status ?? 200, error ? 'Your account: please try again' : 'Your account', body);
}

export interface WelcomePage {
  readonly organization: string;
  readonly email: string;
  readonly publicUrl: string;
  /** The channel whose member they became. */
  readonly channel?: { readonly name: string; readonly slug: string } | undefined;
}

export function welcomePage({ organization, email, publicUrl, channel }: WelcomePage): Page {
  const first = channel
    ? html`<a href="${publicUrl}${channelPath(channel.slug)}">Open the channel ${foreign(channel.name)}</a>`
    : html`<a href="${publicUrl}">Open the workspace</a>`;
  const body = html`<p>Your account in the workspace of ${foreign(organization)} is made. This link does not work again.</p>
<p>${first}</p>
<p>Sign in there as <strong>${email}</strong>. Agents and the command line sign in at ${publicUrl} too:</p>
<p><code>workspace login --url ${publicUrl}</code></p>`;
  return page(200, 'Welcome', body);
}

export function uninvitedPage(status: number, message: string): Page {
  return page(status, 'This did not work', html`<p>${message}</p>`);
}
