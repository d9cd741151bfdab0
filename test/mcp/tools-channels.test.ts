import { describe, expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'all');

describe('channels', () => {
  test('a channel is got by its slug and by its ID', async () => {
    const { channel: bySlug } = await host.done('workspace_channel_get', { channelId: 'general' });
    const { channel: byId } = await host.done('workspace_channel_get', { channelId: bySlug.id });
    expect(byId).toEqual(bySlug);
    expect(bySlug).toMatchObject({ slug: 'general', name: 'General', role: 'manager', visibility: 'organization' });
    expect(bySlug.id).toMatch(/^ch_[0-9a-z]{26}$/);
  });

  test('a channel that does not exist answers that it may not be shared', async () => {
    const { problem } = await host.call('workspace_channel_get', { channelId: 'nowhere' });
    expect(problem).toMatchObject({ code: 'not_found', status: 404, retryable: false });
    expect(problem?.detail).toMatch(/may not be shared|not shared/);
  });

  test('channels are listed by name, and a new one has a slug made from its name', async () => {
    await host.done('workspace_channel_create', { name: 'Über Ünits!', description: 'd' });
    await host.done('workspace_channel_create', { name: 'Aardvark' });
    const { channels } = await host.done('workspace_channels_list');
    expect(channels.map(({ slug }) => slug)).toEqual(['aardvark', 'general', 'uber-units']);
  });

  test('a second channel of the same name gets a slug of its own, a taken slug is refused', async () => {
    const { channel } = await host.done('workspace_channel_create', { name: 'General' });
    const { problem } = await host.call('workspace_channel_create', { name: 'Other', slug: 'general' });
    expect(channel.slug).toBe('general-2');
    expect(problem).toMatchObject({ code: 'already_exists', errors: [{ path: '/slug' }] });
  });

  test('its maker is the member and manager of a channel', async () => {
    const { members } = await host.done('workspace_members_list', { channelId: 'general' });
    expect(members).toMatchObject([{ userId: expect.stringMatching(/^usr_/), role: 'manager' }]);
  });
});

describe('sessions', () => {
  const startSession = async (title: string) => (await host.done('workspace_session_start', { title })).session;

  test('a new session is shared with nobody', async () => {
    const session = await startSession('Planning');
    expect(session).toMatchObject({ title: 'Planning', access: 'owner', channelIds: [], messageCount: 0 });
    const read = await host.done('workspace_session_get', { sessionId: session.id });
    expect(read).toMatchObject({ session, messages: [] });
  });

  test('sharing a session says whether it changed anything, and so does unsharing', async () => {
    const input = { sessionId: (await startSession('Twice')).id, channelId: 'general' };
    expect(await host.done('workspace_session_attach', input)).toEqual({ attached: true });
    expect(await host.done('workspace_session_attach', input)).toEqual({ attached: false });
    expect(await host.done('workspace_session_detach', input)).toEqual({ detached: true });
    expect(await host.done('workspace_session_detach', input)).toEqual({ detached: false });
  });

  test('a session shared with two channels stays with the one when the other is taken away', async () => {
    const sessionId = (await startSession('Both')).id;
    const { channel } = await host.done('workspace_channel_create', { name: 'Second home' });
    await host.done('workspace_session_attach', { sessionId, channelId: 'general' });
    await host.done('workspace_session_attach', { sessionId, channelId: channel.slug });
    await host.done('workspace_session_detach', { sessionId, channelId: 'general' });
    const { session } = await host.done('workspace_session_get', { sessionId });
    expect(session.channelIds).toEqual([channel.id]);
  });

  test.each(['workspace_session_attach', 'workspace_session_detach'])('%s knows no other session', async (tool) => {
    const { problem } = await host.call(tool, { sessionId: 'ses_unknown', channelId: 'general' });
    expect(problem).toMatchObject({ code: 'not_found' });
  });
});

describe('search', () => {
  test('finds a document by any of its words, the better match first', async () => {
    const create = async (title: string, content: string) =>
      (await host.done('workspace_artifact_create', { kind: 'markdown', title, content })).artifact.id;
    const both = await create('Fruit', 'The quince and the medlar ripen late.');
    const one = await create('Tree', 'A quince needs little care; apples, pears and plums need far more of it.');
    const { results } = await host.done('workspace_search', { q: 'quince medlar' });
    expect(results.map(({ id }) => id)).toEqual([both, one]);
    expect(results[0]).toMatchObject({ type: 'artifact', title: 'Fruit', snippet: expect.stringContaining('quince') });
  });

  test('without q lists what changed last, of the asked types alone', async () => {
    const { session } = await host.done('workspace_session_start', { title: 'Latest talk' });
    const { artifact } = await host.done('workspace_artifact_create', { kind: 'csv', title: 'Latest', content: 'a\n' });
    const newest = await host.done('workspace_search', { limit: 2 });
    const talks = await host.done('workspace_search', { limit: 1, types: ['session'] });
    expect(newest.results.map(({ id }) => id)).toEqual([artifact.id, session.id]);
    expect(talks.results.map(({ id }) => id)).toEqual([session.id]);
  });

  test('in a channel finds only what belongs to it', async () => {
    const { channel } = await host.done('workspace_channel_create', { name: 'Orchard' });
    const document = { kind: 'markdown', title: 'Inside', content: 'persimmon', channelId: channel.slug };
    const { artifact } = await host.done('workspace_artifact_create', document);
    await host.done('workspace_artifact_create', { ...document, title: 'Outside', channelId: 'general' });
    const { results } = await host.done('workspace_search', { q: 'persimmon', channelId: 'orchard' });
    expect(results.map(({ id }) => id)).toEqual([artifact.id]);
  });
});
