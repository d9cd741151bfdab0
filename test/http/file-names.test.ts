import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { filePart, form, textFile, uploadRaw } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const gateway = sharedGateway();

describe('a file keeps of its name', () => {
  test.each<[what: string, sent: string, kept: string]>([
    ['all', 'Angebot 2026 (final).pdf', 'Angebot 2026 (final).pdf'],
    ['what is behind the last slash', '/etc/cron.d/backup.sh', 'backup.sh'],
    ['what is behind the last backslash', 'C:\\Users\\mia\\plan.docx', 'plan.docx'],
    ['what is behind the last of both', 'a\\b/c\\..\\d.txt', 'd.txt'],
    ['no way up', '../../../../etc/passwd', 'passwd'],
    ['a leading dot', '.gitignore', '.gitignore'],
    ['every script', '見積書 – смета ½.txt', '見積書 – смета ½.txt'],
    ['emoji, whole', 'plan 🚀.md', 'plan 🚀.md'],
    ['composed characters', 'Bu\u0308ro.txt', 'Büro.txt'],
    ['composed characters that a zero-width one held apart', 'Bu\u200b\u0308ro.txt', 'Büro.txt'],
    ['no control characters', 'a\u0007b\u007fc\u0085d.txt', 'abcd.txt'],
    ['no zero-width characters', 'a\u200bb\u200cc\u200dd\u2060e\ufefff.txt', 'abcdef.txt'],
    ['no right-to-left override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['no other bidirectional characters', '\u200ea\u200fb\u061cc\u2066d\u2069.txt', 'abcd.txt'],
    ['no blanks around it', '  plan.txt  ', 'plan.txt'],
    ['255 bytes', `${'n'.repeat(251)}.txt`, `${'n'.repeat(251)}.txt`],
    ['its extension, when 256 bytes are cut to 255', `${'n'.repeat(252)}.txt`, `${'n'.repeat(251)}.txt`],
    ['whole characters, when cut', `${'é'.repeat(200)}.txt`, `${'é'.repeat(125)}.txt`],
    ['whole emoji, when cut', `a${'🚀'.repeat(100)}.txt`, `a${'🚀'.repeat(62)}.txt`],
    ['its beginning, when it has no extension', 'n'.repeat(300), 'n'.repeat(255)],
    [
      'few of very many marks',
      `e${'\u0301\u0327'.repeat(1_900)}.txt`,
      `ȩ${'\u0327'.repeat(14)}${'\u0301'.repeat(15)}.txt`,
    ],
    ['its beginning, when it is longer than what is read of it', `${'n'.repeat(9_000)}.txt`, 'n'.repeat(255)],
    ['its beginning, when its extension is endless', `a.${'n'.repeat(300)}`, `a.${'n'.repeat(253)}`],
  ])('%s', async (_what, sent, kept) => {
    const { status, body } = await uploadRaw(gateway.admin, [filePart(sent), 'text']);
    expect([status, body.file?.fileName]).toEqual([201, kept]);
    expect((await gateway.admin.done(`GET /files/${body.file.id}`)).file.fileName).toBe(kept);
  });
});

describe('a name of which nothing is left is refused:', () => {
  test.each([
    '',
    ' ',
    '\t',
    '.',
    '..',
    ' .. ',
    '/',
    '...',
    'folder/',
    '../..',
    '\u200b',
    '\u202e\u2069',
    '\u200b.\u200b',
  ])('%j', async (fileName) => {
    const before = await traces(gateway.dataFolder);
    expectProblem(await uploadRaw(gateway.admin, [filePart(fileName), 'text']), 'invalid_request', ['/file']);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });
});

describe('a browser’s name for a file arrives as it was:', () => {
  test.each(['say "hello".txt', "it's.txt", 'semi;colon=equals.txt', 'percent %41.txt', 'Größe ½.txt'])(
    '%s',
    async (name) => {
      const { file } = await gateway.admin.done('POST /files', form(['file', textFile('text'), name]));
      // The HTML standard has browsers send a quote as %22.
      expect(file.fileName.replaceAll('%22', '"')).toBe(name);
    },
  );
});

test('a name in a form may hold quotes that are escaped by a backslash, as curl sends them', async () => {
  const { body } = await uploadRaw(gateway.admin, [filePart('say \\"hello\\".txt'), 'text']);
  expect(body.file.fileName).toBe('say "hello".txt');
});

test('a name can be given by filename* (RFC 8187)', async () => {
  const headers = `Content-Disposition: form-data; name="file"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`;
  expect((await uploadRaw(gateway.admin, [headers, 'text'])).body.file?.fileName).toBe('Größe.txt');
});

describe('a download carries the name as RFC 6266 and RFC 8187 have it:', () => {
  test.each<[name: string, ascii: RegExp, extended?: string]>([
    ['plan.txt', /^attachment; filename="?plan\.txt"?$/],
    ['a b.txt', /^attachment; filename="a b\.txt"$/],
    ['say \\"hello\\".txt', /^attachment; filename="say \\"hello\\"\.txt"$/],
    ['a;b=c,d.txt', /^attachment; filename="a;b=c,d\.txt"$/],
    ['Größe ½.txt', /^attachment; filename="/, "UTF-8''Gr%C3%B6%C3%9Fe%20%C2%BD.txt"],
    ['見積書.pdf', /^attachment; filename="/, "UTF-8''%E8%A6%8B%E7%A9%8D%E6%9B%B8.pdf"],
    ["it's 🚀 (1)*.txt", /^attachment; filename="/, "UTF-8''it%27s%20%F0%9F%9A%80%20%281%29%2A.txt"],
    ['50%41.txt', /^attachment; filename=/, "UTF-8''50%2541.txt"],
  ])('%s', async (name, ascii, extended) => {
    const { body } = await uploadRaw(gateway.admin, [filePart(name), 'text']);
    const { headers } = await gateway.admin.call(`GET /files/${body.file.id}/content`);
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(ascii);
    expect(disposition).toMatch(/^[\x20-\x7e]+$/);
    expect(/filename\*=([^;]+)/.exec(disposition)?.[1]).toBe(extended);
  });
});

describe('a file that is renamed', () => {
  const rename = (id: string, body: object) => gateway.admin.call(`PATCH /files/${id}`, body);

  test('keeps its bytes, type and places, and is found by its new name and by its text', async () => {
    const { file } = await gateway.admin.done(
      'POST /files',
      form(['channelId', 'general'], ['file', textFile('a walrus'), 'draft.txt']),
    );
    const renamed = (await gateway.admin.done(`PATCH /files/${file.id}`, { fileName: 'C:\\Final  report.md' })).file;
    expect(renamed).toEqual({ ...file, fileName: 'Final  report.md' });
    expect((await gateway.admin.done(`GET /files/${file.id}`)).file).toEqual(renamed);
    const named = async (q: string) =>
      (await gateway.admin.done(`GET /files?q=${q}`)).files.map(({ id }: { id: string }) => id);
    expect(await named('report')).toEqual([file.id]);
    expect(await named('draft')).toEqual([]);
    await expect
      .poll(async () =>
        (await gateway.admin.done('GET /search?q=walrus')).results.map(({ title }: { title: string }) => title),
      )
      .toEqual(['Final  report.md']);
    const { items } = await gateway.admin.done('GET /channels/general/feed');
    expect(JSON.stringify(items)).toContain('Final  report.md');
  });

  test('has 255 bytes of its new name, and its extension', async () => {
    const { file } = await gateway.admin.done('POST /files', form(['file', textFile('text'), 'a.txt']));
    for (const [sent, kept] of [
      [`${'n'.repeat(251)}.txt`, `${'n'.repeat(251)}.txt`],
      [`${'n'.repeat(252)}.txt`, `${'n'.repeat(251)}.txt`],
    ]) {
      expect((await gateway.admin.done(`PATCH /files/${file.id}`, { fileName: sent })).file.fileName).toBe(kept);
    }
  });

  test('keeps its name where nothing is left of the other', async () => {
    const { file } = await gateway.admin.done('POST /files', form(['file', textFile('text'), 'a.txt']));
    const before = await traces(gateway.dataFolder);
    for (const fileName of ['', ' ', '..', 'folder/', '\u200b', 'n'.repeat(limits.clientFileName + 1)])
      expectProblem(await rename(file.id, { fileName }), 'invalid_request', ['/fileName']);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('is attached in the same change, or keeps its name and its places', async () => {
    const { file } = await gateway.admin.done('POST /files', form(['file', textFile('text'), 'a.txt']));
    const before = await traces(gateway.dataFolder);
    const both = { fileName: 'b.txt', idempotencyKey: 'rename-and-attach' };
    expectProblem(await rename(file.id, { ...both, channelId: 'nowhere' }), 'not_found');
    expect(await traces(gateway.dataFolder)).toEqual(before);
    const placed = (await gateway.admin.done(`PATCH /files/${file.id}`, { ...both, channelId: 'general' })).file;
    expect(placed).toMatchObject({ fileName: 'b.txt', links: [{ targetType: 'channel' }] });
    await gateway.admin.done('POST /channels', { name: 'Elsewhere' });
    const other = await rename(file.id, { ...both, channelId: 'elsewhere' });
    expectProblem(other, 'idempotency_key_reused');
    expect((await gateway.admin.done(`GET /files/${file.id}`)).file).toEqual(placed);
  });

  test('is renamed once by each key', async () => {
    const { file } = await gateway.admin.done('POST /files', form(['file', textFile('text'), 'a.txt']));
    const once = { fileName: 'b.txt', idempotencyKey: 'rename-once' };
    expect((await gateway.admin.done(`PATCH /files/${file.id}`, once)).file.fileName).toBe('b.txt');
    await gateway.admin.done(`PATCH /files/${file.id}`, { fileName: 'c.txt' });
    expect((await gateway.admin.done(`PATCH /files/${file.id}`, once)).file.fileName).toBe('b.txt');
    expect((await gateway.admin.done(`GET /files/${file.id}`)).file.fileName).toBe('c.txt');
    expectProblem(await rename(file.id, { ...once, fileName: 'd.txt' }), 'idempotency_key_reused');
  });
});
