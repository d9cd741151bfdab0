import { expect, test } from 'vitest';
import { itemsOf } from '../../../src/sdk/index.ts';
import { type Opened, refusal } from './doors.ts';

/** The operations of the administration, and who may call them. */
export function administrationThrough(opened: Opened): void {
  test('administration of the own organisation', async () => {
    const { users, invitations, organizations, indexes, issuers, sources, feedback } = opened.workspace;
    const { user } = await users.add({ email: 'ned@workspace.test', name: 'Ned', password: 'correct horse' });
    expect(await users.get({ userId: 'Ned@workspace.test' })).toEqual({ user });
    const listed = await Array.fromAsync(itemsOf(users.list, { limit: 1 }));
    expect(listed.map(({ userId }) => userId)).toContain(user.userId);
    expect((await users.update({ userId: user.userId, name: 'Edward' })).user.name).toBe('Edward');
    const withPassword = await users.setPassword({ userId: user.userId, password: 'another horse' });
    expect(withPassword.user.hasPassword).toBe(true);
    expect(await users.signOut({ userId: user.userId })).toEqual({ userId: user.userId, signedOut: true });
    expect(await users.remove({ userId: user.userId })).toMatchObject({ removed: true, handedOver: [] });
    const { invitation, link } = await invitations.create({ email: 'ida@workspace.test', expiresInHours: 1 });
    expect(link).toContain('/invitation/');
    expect((await invitations.list({})).invitations).toEqual([invitation]);
    expect(await invitations.revoke({ invitationId: invitation.id })).toEqual({ deleted: true });
    const [own] = (await organizations.list({})).organizations;
    const { organizationId } = own!;
    expect((await organizations.update({ organizationId, timeZone: 'UTC' })).organization.timeZone).toBe('UTC');
    expect(await indexes.list({})).toEqual({ indexes: [] });
    expect(await issuers.list({})).toEqual({ issuers: [] });
    const { source } = await sources.get({ sourceId: opened.sourceId });
    expect(await sources.list({})).toEqual({ sources: [source] });
    expect(source).not.toHaveProperty('path');
    expect((await feedback.list({})).feedback).toMatchObject([{ description: 'Good' }]);
  });

  test('what only the owner of the data folder may do', async () => {
    const { organizations, clients, issuers, keys, sources } = opened.workspace;
    const scope = 'workspace.read';
    const address = 'https://app.test/callback';
    const file = { kind: 'csv', path: '/nowhere.csv', key: 'Id' } as const;
    for (const call of [
      () => organizations.add({ name: 'Elsewhere' }),
      () => clients.list({}),
      () => clients.add({ name: 'App', redirectUris: [address], scope }),
      () => clients.remove({ clientId: 'client_none' }),
      () => issuers.add({ issuer: address, jwksUrl: address, organizationId: 'Workspace', scope }),
      () => issuers.remove({ issuer: address }),
      () => keys.rotate({}),
      () => sources.add({ channelId: 'general', name: 'Guests', ...file }),
      () => sources.synchronize({ sourceId: 'src_none' }),
      () => sources.takeDue({}),
    ]) {
      const { code, message } = await refusal(call());
      expect([code, message]).toEqual(['forbidden', expect.stringContaining('The command is "workspace admin')]);
    }
  });
}
