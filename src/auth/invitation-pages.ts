import { limits } from '../../schemas/limits.ts';
import { channelPath, openingPath } from '../../schemas/urls.ts';
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
  const place = channel === undefined ? '' : html` in the channel ${foreign(channel)}`;
  const invalid = error && html` aria-describedby="error"`;
  const body = html`<p>You are invited to work with ${foreign(organization)}${place}.</p>
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
  /** The page's half of the app's session that this browser has now. */
  readonly half?: string | undefined;
}

export function welcomePage({ organization, email, publicUrl, channel, half }: WelcomePage): Page {
  const to = channel ? channelPath(channel.slug) : '/';
  const address = half === undefined ? to : `${openingPath}#${new URLSearchParams({ half, to }).toString()}`;
  const where = channel ? html`the channel ${foreign(channel.name)}` : 'the workspace';
  const signedIn = half === undefined ? 'Sign in there as' : 'You are signed in as';
  const body = html`<p>Your account with ${foreign(organization)} is made. The link of the invitation does not work again.</p>
<p><a class="first" href="${publicUrl}${address}">Open ${where}</a></p>
<p>${signedIn} <strong>${email}</strong>.</p>
<details>
<summary>On the command line</summary>
<p>Agents and the command line sign in at ${publicUrl} too:</p>
<p><code>workspace login --url ${publicUrl}</code></p>
</details>`;
  return page(200, 'Welcome', body);
}

/** With an address it leads to the sign-in: people open the link of their invitation again. */
export function uninvitedPage(status: number, message: string, signInAt?: string): Page {
  const signIn =
    signInAt && html`<p>${status === 409 ? '' : 'Have you made your account? '}<a href="${signInAt}">Sign in</a></p>`;
  return page(status, titles[status] ?? 'This did not work', html`<p>${message}</p>${signIn}`);
}

const titles: Readonly<Record<number, string>> = {
  403: 'This invitation is closed',
  409: 'You have an account already',
};
