import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import { isSameSecret } from '../../store/secrets.ts';
import { signIn } from '../accounts.ts';
import { findClient, keepClient } from './clients.ts';
import { rememberConsent } from './consents.ts';
import { askedOf, newGrant } from './consenting.ts';
import { consentPage, errorPage, type LoginPage, loginPage, nothingToAllowPage, type Page } from './pages.ts';
import { findPerson, type Person } from './people.ts';
import type { ProviderOptions } from './provider.ts';
import { destinationOf } from './redirect-uris.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A page, or the address to redirect to. */
export type Answer = Page | { readonly location: string };

interface Visit {
  readonly provider: Provider;
  readonly options: ProviderOptions;
  readonly interaction: Interaction;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The open question of this browser, as a page. */
export async function showInteraction(visit: Omit<Visit, 'interaction'>, uid: string): Promise<Answer> {
  const interaction = await openInteraction(visit, uid);
  return interaction ? question({ ...visit, interaction }) : expired();
}

export interface Submission {
  readonly form: URLSearchParams;
  /** The sender's address. */
  readonly address: string;
}

/** Accepts the person's answer. The form token proves that it comes from the page's own form. */
export async function answerInteraction(
  visit: Omit<Visit, 'interaction'>,
  uid: string,
  { form, address }: Submission,
): Promise<Answer> {
  const interaction = await openInteraction(visit, uid);
  if (!interaction) return expired();
  if (!isSameSecret(form.get('token') ?? '', formToken(visit.options, uid)))
    return errorPage(403, 'The form was not sent from its own page.');
  const open = { ...visit, interaction };
  const action = `${interaction.prompt.name}:${form.get('action')}`;
  if (action === 'login:sign-in') return login(open, form, address);
  if (action === 'consent:allow') return allow(open);
  if (action === 'consent:switch') return switchAccount(open);
  if (form.get('action') === 'deny') return finish(open, denied);
  return errorPage(400, 'The form is not complete.');
}

const denied = { error: 'access_denied', error_description: 'the person did not allow it' };

/** The cookie names this browser's interaction. The address must name the same one. */
async function openInteraction({ provider, request, response }: Omit<Visit, 'interaction'>, uid: string) {
  try {
    const interaction = await provider.interactionDetails(request, response);
    return interaction.uid === uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

const expired = () => errorPage(400, 'This page has expired, or it was opened in another browser.');

async function question(visit: Visit): Promise<Page> {
  return visit.interaction.prompt.name === 'login' ? loginQuestion(visit) : consentQuestion(visit);
}

async function loginQuestion(visit: Visit, given: Pick<LoginPage, 'email' | 'error'> = { email: '' }): Promise<Page> {
  const isApp = visit.interaction.params.client_id === workspaceApp.clientId;
  return loginPage({ ...(await asker(visit)), isApp, ...given });
}

async function consentQuestion(visit: Visit): Promise<Page> {
  const { database } = visit.options;
  const { params, session } = visit.interaction;
  const person = await database.read((db) => findPerson(db, session?.accountId ?? ''));
  if (!person) return expired();
  const client = await database.read((db) => findClient(db, String(params.client_id)));
  const { granted } = askedOf(params.scope, client, person);
  const asked = { ...(await asker(visit)), account: accountOf(person) };
  if (granted.length === 0) return nothingToAllowPage(asked);
  return consentPage({
    ...asked,
    destination: destinationOf(String(params.redirect_uri)),
    scopes: granted,
    isVouchedFor: client !== undefined && client.registeredBy !== 'client',
    describedAt: client ? undefined : URL.parse(String(params.client_id))?.host,
  });
}

const accountOf = ({ name, email }: Person) => (email === null ? name : `${name} (${email})`);

async function asker({ provider, options, interaction: { params, uid } }: Visit) {
  const client = await provider.Client.find(String(params.client_id));
  return {
    clientName: client?.clientName ?? String(params.client_id),
    redirectUri: String(params.redirect_uri),
    formToken: formToken(options, uid),
  };
}

async function login(visit: Visit, form: URLSearchParams, address: string): Promise<Answer> {
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  const refuse = (status: number, message: string) => loginQuestion(visit, { email, error: { status, message } });
  if (email.trim() === '' || password === '') return refuse(422, 'Enter your email address and your password.');
  const outcome = await signIn(visit.options.database, { email, password, address });
  if ('userId' in outcome) {
    await forgetOtherAccount(visit, outcome.userId);
    return finish(visit, { login: { accountId: outcome.userId, remember: false, amr: ['pwd'] } });
  }
  if (outcome.refused === 'wrong') return refuse(422, 'The email address or the password is wrong.');
  return refuse(429, `Too many attempts. Try again in ${outcome.seconds} seconds.`);
}

/**
 * Ends the sign-in of another account in this browser. Otherwise oidc-provider would ask with a page that needs script.
 */
async function forgetOtherAccount({ provider, interaction, request, response }: Visit, userId: string): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId === undefined || session.accountId === userId) return;
  await session.destroy();
  interaction.session = undefined;
  await interaction.persist();
}

async function allow(visit: Visit): Promise<Answer> {
  const { provider, options, interaction } = visit;
  const { params, session } = interaction;
  const clientId = String(params.client_id);
  const accountId = session?.accountId ?? '';
  const person = await options.database.read((db) => findPerson(db, accountId));
  if (!person) return expired();
  const client = await options.database.read((db) => findClient(db, clientId));
  const asked = askedOf(params.scope, client, person);
  if (asked.granted.length === 0) return consentQuestion(visit);
  const grant = await newGrant(provider, { accountId, clientId, asked }, params);
  await options.database.write('service', async (tx) => {
    await keepClient(tx, clientId);
    if (client && client.registeredBy !== 'product') await rememberConsent(tx, accountId, clientId, asked.granted);
    await options.onConsent(tx, accountId, clientId);
  });
  return finish(visit, { consent: { grantId: grant.jti } });
}

/** Asks for a new sign-in, then repeats the question. */
async function switchAccount(visit: Visit): Promise<Answer> {
  const { interaction } = visit;
  interaction.prompt = { name: 'login', reasons: ['another_account'], details: {} };
  await interaction.persist();
  return question(visit);
}

async function finish({ provider, request, response }: Visit, result: InteractionResults): Promise<Answer> {
  const location = await provider.interactionResult(request, response, result);
  return { location };
}

const formToken = ({ secret }: ProviderOptions, uid: string) =>
  createHmac('sha256', secret).update(`form of ${uid}`).digest('base64url');
