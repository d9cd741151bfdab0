import { describe, expect, test } from 'vitest';
import { patience } from '../../support/patience.ts';
import { type Name, staffedGateway, whoever } from '../../support/people.ts';
import { expectProblem } from '../../support/problems.ts';

const people = staffedGateway();

interface Thing {
  readonly id: string;
  readonly versionId: string;
  readonly word: string;
}

/** An artifact of its own word, so that a search finds it alone. */
async function newArtifact(by: Name, channelId?: string): Promise<Thing> {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const body = { kind: 'markdown', title: word, content: word, channelId, idempotencyKey: word };
  const { artifact } = await people.as(by).done('POST /artifacts', body);
  return { id: artifact.id, versionId: artifact.versionId, word };
}

const linking = (by: Name, { id }: Pick<Thing, 'id'>, method: 'POST' | 'DELETE', targetId: string) =>
  people.as(by).call(`${method} /artifacts/${id}/links`, { targetType: 'channel', targetId });

/** Who reads an artifact: the same people by itself, its versions, the lists and the search. */
async function readers({ id, versionId, word }: Thing): Promise<string> {
  const reading = await whoever(async (name) => (await people.as(name).call(`GET /artifacts/${id}`)).status === 200);
  const ways: ((name: Name) => Promise<boolean>)[] = [
    async (name) => (await people.as(name).call(`GET /artifacts/${id}/versions`)).status === 200,
    async (name) => (await people.as(name).call(`GET /artifacts/${id}/versions/${versionId}`)).status === 200,
    async (name) => (await people.as(name).done(`GET /artifacts?q=${word}`)).artifacts.length === 1,
    async (name) => (await people.as(name).done(`GET /search?q=${word}`)).results.length === 1,
    async (name) => (await people.as(name).done('GET /search?limit=200')).results.some((result) => result.id === id),
  ];
  for (const way of ways) await expect.poll(() => whoever(way), patience).toBe(reading);
  return reading;
}

const listedIn = (channel: string, { id }: Thing) =>
  whoever(async (name) => {
    const { status, body } = await people.as(name).call(`GET /artifacts?channelId=${channel}&limit=200`);
    return status === 200 && body.artifacts.some((artifact) => artifact.id === id);
  });

describe('an artifact is read by its creator and the readers of its home channel', () => {
  test.each([
    [undefined, 'will'],
    ['board', 'mia will rita'],
    ['news', 'admin mia will rita ned'],
  ])('at home in %s: %s', async (home, expected) => {
    expect(await readers(await newArtifact('will', home))).toBe(expected);
  });

  test('whom a link grants nothing, attach by attach and detach by detach', async () => {
    const artifact = await newArtifact('will', 'board');
    for (const channel of ['news', 'general']) {
      expect((await linking('will', artifact, 'POST', channel)).body).toEqual({ attached: true });
      expect(await readers(artifact)).toBe('mia will rita');
      expect(await listedIn(channel, artifact)).toBe('mia will rita');
    }
    for (const channel of ['news', 'general']) {
      expect((await linking('will', artifact, 'DELETE', channel)).body).toEqual({ detached: true });
      expect(await listedIn(channel, artifact)).toBe('');
    }
    expect(await readers(artifact)).toBe('mia will rita');
  });

  test('and a home channel that its creator has left leaves it to its creator too', async () => {
    const { channel } = await people.as('mia').done('POST /channels', { name: 'Exit', visibility: 'private' });
    await people.as('mia').done(`PUT /channels/${channel.id}/members/${people.idOf('ned')}`, { role: 'writer' });
    const artifact = await newArtifact('ned', channel.id);
    await people.as('mia').done(`DELETE /channels/${channel.id}/members/${people.idOf('ned')}`);
    expect(await readers(artifact)).toBe('mia ned');
  });
});

test('an artifact that is attached elsewhere is not edited by the writers there', async () => {
  const { id, versionId } = await newArtifact('will', 'news');
  await linking('will', { id }, 'POST', 'general');
  const body = { expectedVersionId: versionId, content: 'by ned', idempotencyKey: crypto.randomUUID() };
  expectProblem(await people.as('ned').call(`PATCH /artifacts/${id}`, body), 'forbidden');
});

test('the links of an artifact show a reader only the destinations that they see', async () => {
  const artifact = await newArtifact('will', 'news');
  for (const channel of ['board', 'general']) await linking('will', artifact, 'POST', channel);
  const links = async (name: Name) =>
    (await people.as(name).done(`GET /artifacts/${artifact.id}`)).artifact.links.length;
  expect([await links('will'), await links('rita'), await links('ned'), await links('admin')]).toEqual([2, 2, 1, 1]);
});
