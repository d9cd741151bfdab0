import { describe, expect, test } from 'vitest';
import { everyResult, type Find, routeSearch, titles } from '../support/finding.ts';
import { even, indexed, indexedText, word, wordsOf } from '../support/index.ts';
import { sharedGateway } from '../support/rest.ts';
import { accountWriter } from '../support/writers.ts';

const gateway = sharedGateway();
const find: Find = (search) => routeSearch(gateway.admin)(search);
const ids = async (q: string) => (await everyResult(find, { q })).map(({ id }) => id);

const change = (artifactId: string, expectedVersionId: string, input: Record<string, unknown>) =>
  gateway.admin.done(`PATCH /artifacts/${artifactId}`, {
    expectedVersionId,
    ...input,
    idempotencyKey: crypto.randomUUID(),
  });

const namedBy = async (q: string) => (await gateway.admin.done(`GET /artifacts?q=${q}`)).artifacts.map(({ id }) => id);

const lines = (count: number, first: number) => wordsOf(count, () => '\n', first);

describe('an updated artifact is found by what it says now, and no longer by what it said:', () => {
  test('a new text', async () => {
    const artifact = await accountWriter(gateway.admin).create('Menu', 'Today there is goulash.');
    await accountWriter(gateway.admin).update(artifact, 'Today there is paella.');
    expect(await ids('goulash')).toEqual([]);
    expect(await ids('paella')).toEqual([artifact.id]);
    expect(await ids('menu')).toEqual([artifact.id]);
  });

  test('a new title', async () => {
    const artifact = await accountWriter(gateway.admin).create('Budget draft', 'figures');
    await change(artifact.id, artifact.versionId, { title: 'Forecast' });
    expect([await ids('budget'), await namedBy('budget')]).toEqual([[], []]);
    expect([await ids('forecast'), await namedBy('forecast')]).toEqual([[artifact.id], [artifact.id]]);
    expect(titles(await find({ q: 'figures' }))).toEqual(['Forecast']);
  });

  test('an edit of a part', async () => {
    const artifact = await accountWriter(gateway.admin).create('Notes', 'Call Hermione.\n\nWrite to Neville.');
    await change(artifact.id, artifact.versionId, { edits: [{ oldText: 'Hermione', newText: 'Luna' }] });
    expect([await ids('hermione'), await ids('luna'), await ids('neville')]).toEqual([
      [],
      [artifact.id],
      [artifact.id],
    ]);
  });

  test('a large sheet, with the answer to the update and before the index is tidied up', async () => {
    const artifact = await accountWriter(gateway.admin).create('Stock 2031', lines(250_000, 0), 'csv');
    await indexed(gateway.dataFolder);
    expect(await ids(word(249_999))).toEqual([artifact.id]);

    await change(artifact.id, artifact.versionId, { title: 'Stock 2032', content: lines(250_000, 500_000) });
    expect([await ids(word(0)), await ids(word(249_999)), await ids('2031')]).toEqual([[], [], []]);
    expect([await ids(word(500_000)), await ids('2032')]).toEqual([[artifact.id], [artifact.id]]);
    expect([await namedBy('2031'), await namedBy('2032')]).toEqual([[], [artifact.id]]);

    await indexed(gateway.dataFolder);
    expect(await ids(word(749_999))).toEqual([artifact.id]);
    expect((await indexedText(gateway.dataFolder, artifact.id)) === even(lines(250_000, 500_000))).toBe(true);
  });

  test('one that is updated again and again while it is being indexed', async () => {
    const writer = accountWriter(gateway.admin);
    let artifact = await writer.create('Busy', lines(100_000, 0), 'csv');
    for (const round of [1, 2, 3]) artifact = await writer.update(artifact, lines(100_000, round * 100_000));
    artifact = await writer.update(artifact, 'the last word');
    expect(await ids('last')).toEqual([artifact.id]);
    expect(await ids(word(300_000))).toEqual([]);

    await indexed(gateway.dataFolder);
    expect(await indexedText(gateway.dataFolder, artifact.id)).toBe('the last word');
  });
});
