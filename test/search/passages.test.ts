import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedGateway } from '../support/rest.ts';
import { accountWriter } from '../support/writers.ts';

const gateway = sharedGateway();
const paragraph = (number: number) =>
  `Paragraph ${number}: ${'walrus '.repeat(number)}${'and more '.repeat(100)}`.trim();
const paragraphs = [1, 2, 3, 4, 5, 6].map(paragraph);
const search = async (query: string) => (await gateway.admin.done(`GET /search?q=walrus${query}`)).results;
let artifact: { id: string; versionId: string };

beforeAll(async () => {
  artifact = await accountWriter(gateway.admin).create('Long', paragraphs.join('\n\n'));
});

describe('a search that asks for passages', () => {
  test('gets the best of each result whole, the best first, and the version that says so', async () => {
    const [result] = await search('&passages=2');
    expect(result).toMatchObject({ id: artifact.id, passages: [paragraphs[5], paragraphs[4]] });
    expect(result!.versionId).toBe(artifact.versionId);
  });

  test('gets those of the current version', async () => {
    artifact = await accountWriter(gateway.admin).update(artifact, ['The beginning.', ...paragraphs].join('\n\n'));
    expect(await search('&passages=1')).toMatchObject([{ versionId: artifact.versionId, passages: [paragraphs[5]] }]);
  });

  test('gets none when it does not ask', async () => {
    expect((await search(''))[0]).not.toHaveProperty('passages');
  });

  test(`gets ${limits.searchPassages} at most`, async () => {
    const [result] = await search(`&passages=${limits.searchPassages}`);
    expect(result!.passages).toEqual(paragraphs.slice(1).toReversed());
    const refused = await gateway.admin.call(`GET /search?q=walrus&passages=${limits.searchPassages + 1}`);
    expect(refused.body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'passages' }] });
  });
});
