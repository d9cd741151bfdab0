import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../auth/html.ts';
import { page, type Page } from '../../auth/authorization-server/pages.ts';

/** A page for somebody whom only the command on this machine can sign in, because nobody has a password. */
export const commandPage = (isLinkUsed: boolean): Page =>
  page(
    200,
    'Open the app from its machine',
    html`${isLinkUsed ? html`<p class="error">That link was used, or is older than a minute.</p>` : ''}
<p>Nobody has a password here. The user of the machine that the gateway runs on signs in with a command there:</p>
<p><code>workspace open</code></p>
<p>It prints a link that works once, and opens it if there is a browser. In a clone of the project, run <code>npm run -s workspace -- open</code>.</p>`,
  );

/** A page for somebody who came back and was not signed in. */
export const notSignedInPage = (status: number, reason: string, again: string): Page =>
  page(status, 'You are not signed in', html`<p>${reason}</p><p>${link(again, 'Sign in')}</p>`);

const link = (address: string, text: string): Html => html`<a href="${address}">${text}</a>`;

export const sendPage = (reply: FastifyReply, { status, headers, html }: Page): FastifyReply =>
  reply.code(status).headers(headers).send(html);
