import { accessToken } from '../../support/product.ts';
import { type Account, accountAt, type Body, type SharedGateway } from '../../support/rest.ts';

/** Asks, and compares the answer with its description. `place` is the path with its parameters' names. */
type Ask = (request: string, place: string, body?: unknown, by?: Account) => Promise<Body>;

/** Asks for every operation of the administration as an administrator, and for one as somebody else. */
export async function askToAdminister(gateway: SharedGateway, ask: Ask): Promise<void> {
  const token = await accessToken(gateway.dataFolder, '--scope', 'workspace.admin');
  const admin = accountAt(gateway.url, token);
  const asAdmin: Ask = (request, place, sent) => ask(request, place, sent, admin);
  const details = { email: 'ned@workspace.test', name: 'Ned', password: 'correct horse' };
  const { user } = await asAdmin('POST /admin/users', '/admin/users', details);
  await asAdmin('POST /admin/users', '/admin/users', details);
  await asAdmin('GET /admin/users?limit=1', '/admin/users');
  const [at, place] = [`/admin/users/${user.userId}`, '/admin/users/{userId}'];
  await asAdmin(`GET ${at}`, place);
  await asAdmin(`PATCH ${at}`, place, { name: 'Edward' });
  await asAdmin(`PATCH ${at}`, place, { role: 'owner' });
  await asAdmin(`PUT ${at}/password`, `${place}/password`, { password: 'another horse' });
  await asAdmin(`POST ${at}/sign-out`, `${place}/sign-out`);
  await asAdmin(`DELETE ${at}`, place);
  await asAdmin(`DELETE ${at}`, place);
  await askForInvitations(gateway, ask, asAdmin);
  const { organization } = await gateway.admin.done('GET /me');
  await asAdmin('GET /admin/organizations', '/admin/organizations');
  await asAdmin('POST /admin/organizations', '/admin/organizations', { name: 'Other' });
  const own = `/admin/organizations/${organization.id}`;
  await asAdmin(`PATCH ${own}`, '/admin/organizations/{organizationId}', { timeZone: 'Europe/Berlin' });
  await asAdmin('GET /admin/clients', '/admin/clients');
  const app = { name: 'App', redirectUris: ['https://app.test/callback'], scope: 'workspace.read' };
  await asAdmin('POST /admin/clients', '/admin/clients', app);
  await asAdmin('DELETE /admin/clients/client_1', '/admin/clients/{clientId}');
  await asAdmin('GET /admin/indexes', '/admin/indexes');
  await asAdmin('GET /admin/issuers', '/admin/issuers');
  await asAdmin('POST /admin/issuers', '/admin/issuers', { issuer: 'nowhere' });
  await asAdmin('DELETE /admin/issuers?issuer=https://issuer.test', '/admin/issuers');
  await asAdmin('POST /admin/keys/rotate', '/admin/keys/rotate');
  await asAdmin('GET /admin/sources', '/admin/sources');
  await asAdmin('POST /admin/sources', '/admin/sources', { name: 'Guests' });
  await asAdmin('GET /admin/sources/src_1', '/admin/sources/{sourceId}');
  await asAdmin('POST /admin/sources/src_1/synchronize', '/admin/sources/{sourceId}/synchronize');
  await asAdmin('POST /admin/sources/take-due', '/admin/sources/take-due');
  await asAdmin('GET /admin/feedback', '/admin/feedback');
  await ask('GET /admin/feedback', '/admin/feedback');
}

async function askForInvitations(gateway: SharedGateway, ask: Ask, asAdmin: Ask): Promise<void> {
  const place = '/admin/invitations';
  const { invitation, link } = await asAdmin(`POST ${place}`, place, { email: 'ida@workspace.test', name: 'Ida' });
  await asAdmin(`POST ${place}`, place, { email: 'nobody' });
  await asAdmin(`GET ${place}`, place);
  const nobody = accountAt(gateway.url);
  const [at, open] = [`/invitations/${link.split('/').at(-1)}`, '/invitations/{secret}'];
  await ask(`GET ${at}`, open, undefined, nobody);
  await ask(`POST ${at}`, open, { password: 'short' }, nobody);
  await ask(`POST ${at}`, open, { password: 'correct horse' }, nobody);
  await ask(`POST ${at}`, open, { password: 'correct horse' }, nobody);
  await ask('GET /invitations/none', open, undefined, nobody);
  await asAdmin(`DELETE ${place}/${invitation.id}`, `${place}/{invitationId}`);
  await asAdmin(`DELETE ${place}/inv_none`, `${place}/{invitationId}`);
}
