import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples, uploadSample } from '../support/documents.ts';
import { connectHost, type Host } from '../support/hosts.ts';
import { indexed } from '../support/index.ts';
import { routeSearch } from '../support/finding.ts';
import { pdf } from '../support/pdf.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
let host: Host;
beforeAll(async () => {
  host = await connectHost(gateway.dataFolder, []);
});
afterAll(() => host.client.close());

/** The whole text of a file, window after window. */
async function textOf(fileId: string, length: number): Promise<string> {
  let text = '';
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { text: stretch } = await gateway.admin.done(`GET /files/${fileId}/text?offset=${offset}&length=${length}`);
    expect(stretch).toMatchObject({ fileId, status: 'ready', offset });
    expect(stretch.length).toBe(Buffer.byteLength(stretch.content!));
    text += stretch.content!;
    offset = stretch.nextOffset;
  }
  return text;
}

describe.each(samples)('the text of $fileName', ({ text, word, ...sample }) => {
  test('is read, in windows of any size, and found', async () => {
    const fileId = await uploadSample(gateway.admin, sample);
    await indexed(gateway.dataFolder);
    for (const length of [7, 16_384]) expect(await textOf(fileId, length)).toBe(text);
    const { results } = await routeSearch(gateway.admin)({ q: word });
    expect(results).toMatchObject([{ id: fileId, title: sample.fileName, snippet: expect.stringMatching(/\S/) }]);
  });

  test('is what a tool shows a model, whose bytes are still to be had', async () => {
    const fileId = await uploadSample(gateway.admin, sample);
    await indexed(gateway.dataFolder);
    const content = (more: object) => host.done('workspace_file_content', { fileId, ...more });
    const size = Buffer.byteLength(text);
    for (const as of ['auto', 'text'])
      expect(await content({ as })).toMatchObject({ encoding: 'text', text, offset: 0, length: size, size });
    const { contentBase64, ...bytes } = await content({ as: 'base64' });
    expect(Buffer.from(contentBase64!, 'base64').equals(Buffer.from(sample.bytes))).toBe(true);
    expect(bytes).toMatchObject({ encoding: 'base64', size: sample.bytes.length });
  });
});

test('scripts and styles of a page are not found', async () => {
  const { bytes, ...page } = samples.find(({ fileName }) => fileName === 'page.html')!;
  await uploadSample(gateway.admin, {
    ...page,
    bytes: Buffer.concat([bytes, Buffer.from('<p><script>unsaidword</script>')]),
  });
  await indexed(gateway.dataFolder);
  expect((await routeSearch(gateway.admin)({ q: 'unsaidword' })).results).toEqual([]);
});

test('a font whose codes only the tables of East Asian scripts explain is read', async () => {
  const bytes = pdf([['東京都の報告書']], 'UniJIS-UCS2-H');
  const fileId = await uploadSample(gateway.admin, { fileName: 'a.pdf', type: 'application/pdf', bytes });
  await indexed(gateway.dataFolder);
  expect(await textOf(fileId, 16_384)).toBe('東京都の報告書\n\n');
});
