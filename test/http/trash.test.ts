import { describe, expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { patience } from '../support/patience.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';

const people = staffedGateway();

interface Made {
  readonly id: string;
  readonly word: string;
}

/** A document at home in a channel, linked to another, and commented on there. */
async function made(by: Name = 'will', channelId = 'news'): Promise<Made> {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const body = { kind: 'markdown', title: word, content: word, channelId, idempotencyKey: word };
  const { artifact } = await people.as(by).done('POST /artifacts', body);
  await people.as(by).done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: 'general' });
  await people
    .as(by)
    .done(`POST /channels/news/feed/threads/artifact/${artifact.id}/comments`, { body: `about ${word}` });
  return { id: artifact.id, word };
}

/** Every way by which somebody may meet a document, and whether they do. */
async function met(name: Name, { id, word }: Made) {
  const { call, done } = people.as(name);
  const isIn = (rows: { id: string }[]) => rows.some((row) => row.id === id);
  const feedOf = async (channel: string) =>
    (await done(`GET /channels/${channel}/feed`)).items.some(
      (item) => item.type === 'artifact' && item.artifact.id === id,
    );
  return {
    get: (await call(`GET /artifacts/${id}`)).status === 200,
    versions: (await call(`GET /artifacts/${id}/versions`)).status === 200,
    list: isIn((await done('GET /artifacts?limit=200')).artifacts),
    listOfHome: isIn((await done('GET /artifacts?limit=200&channelId=news')).artifacts),
    listOfLinked: isIn((await done('GET /artifacts?limit=200&channelId=general')).artifacts),
    titled: isIn((await done(`GET /artifacts?q=${word}`)).artifacts),
    found: isIn((await done(`GET /search?q=${word}`)).results),
    newest: isIn((await done('GET /search?limit=200&types=["artifact"]')).results),
    feedOfHome: await feedOf('news'),
    feedOfLinked: await feedOf('general'),
    discussed: (await call(`GET /channels/news/feed/threads/artifact/${id}`)).status === 200,
  };
}

const all = (met: Record<string, boolean>, is: boolean) =>
  Object.fromEntries(Object.keys(met).map((way) => [way, is])) as typeof met;

async function expectMet(thing: Made, is: boolean): Promise<void> {
  for (const name of ['will', 'rita', 'ned', 'admin'] as const) {
    await expect
      .poll(async () => {
        const ways = await met(name, thing);
        return JSON.stringify(ways) === JSON.stringify(all(ways, is)) ? undefined : { name, ways };
      }, patience)
      .toBeUndefined();
  }
}

const restorers = ({ id }: Made) =>
  whoever(async (name) =>
    (await people.as(name).done('GET /trash?limit=200')).trash.some((entry: { id: string }) => entry.id === id),
  );

describe('a document in the trash', () => {
  test('is met nowhere, and everywhere again once it is restored', async () => {
    const thing = await made();
    await expectMet(thing, true);
    await people.as('will').done(`DELETE /artifacts/${thing.id}`);
    await expectMet(thing, false);
    await people.as('mia').done(`POST /trash/${thing.id}/restore`);
    await expectMet(thing, true);
    const discussion = await people.as('rita').done(`GET /channels/news/feed/threads/artifact/${thing.id}`);
    expect(discussion.comments).toMatchObject([{ body: `about ${thing.word}` }]);
    await expectSound(people.dataFolder);
  });

  test('is listed to users who may restore it, with who deleted it', async () => {
    const thing = await made();
    await people.as('will').done(`DELETE /artifacts/${thing.id}`);
    expect(await restorers(thing)).toBe('admin mia will');
    const { trash } = await people.as('mia').done('GET /trash?channelId=news&type=artifact&limit=1');
    expect(trash).toMatchObject([
      { type: 'artifact', id: thing.id, title: thing.word, deletedBy: { id: people.idOf('will') } },
    ]);
  });

  test('can be deleted again without harm by users who see it in the trash', async () => {
    const thing = await made();
    await people.as('will').done(`DELETE /artifacts/${thing.id}`);
    expect(await people.as('mia').done(`DELETE /artifacts/${thing.id}`)).toEqual({ deleted: true });
    expectProblem(await people.as('rita').call(`DELETE /artifacts/${thing.id}`), 'not_found');
    expectProblem(await people.as('lea').call(`POST /trash/${thing.id}/restore`), 'not_found');
    const { trash } = await people.as('will').done('GET /trash?limit=200');
    expect(trash.filter(({ id }: { id: string }) => id === thing.id)).toHaveLength(1);
  });

  test('is gone for good once it is purged', async () => {
    const thing = await made();
    await people.as('will').done(`DELETE /artifacts/${thing.id}`);
    expect(await people.as('will').done(`DELETE /trash/${thing.id}`)).toEqual({ deleted: true });
    expect(await people.as('will').done(`DELETE /trash/${thing.id}`)).toEqual({ deleted: true });
    expect(await restorers(thing)).toBe('');
    expectProblem(await people.as('will').call(`POST /trash/${thing.id}/restore`), 'not_found');
    await expectMet(thing, false);
    await expectSound(people.dataFolder);
  });

  test('pages of the trash hold each entry once', async () => {
    const things = [];
    for (let count = 0; count < 5; count += 1) things.push(await made('mia'));
    for (const { id } of things) await people.as('mia').done(`DELETE /artifacts/${id}`);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await people.as('mia').done(`GET /trash?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.trash.map(({ id }: { id: string }) => id));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 5)).toEqual(things.map(({ id }) => id).toReversed());
  });
});
