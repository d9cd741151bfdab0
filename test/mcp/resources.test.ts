import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { dealFields, newDataSet } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'channels,records');

async function upload(bytes: Buffer, fileName: string, contentType: string) {
  const input = { fileName, contentType, contentBase64: bytes.toString('base64'), channelId: 'general' };
  return (await host.done('workspace_file_upload', input)).file.id;
}

async function create(kind: string, content: string, title = 'Resource') {
  const input = { kind, title, content, channelId: 'general' };
  return (await host.done('workspace_artifact_create', input)).artifact.id;
}

async function read(uri: string) {
  const { contents } = await host.client.readResource({ uri });
  expect(contents).toHaveLength(1);
  return contents[0] as { uri: string; mimeType: string; text?: string; blob?: string };
}

describe('resources', () => {
  test('there are templates for channels, artifacts and files', async () => {
    const { resourceTemplates } = await host.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate, title }) => [uriTemplate, typeof title])).toEqual([
      ['workspace://channels/{channel}', 'string'],
      ['workspace://artifacts/{artifact}', 'string'],
      ['workspace://files/{file}', 'string'],
    ]);
  });

  test('a channel is read by slug or ID, with its newest documents and files', async () => {
    const [artifactId, fileId] = [await create('csv', 'a\n'), await upload(Buffer.from('x'), 'x.txt', 'text/plain')];
    const { channel } = await host.done('workspace_channel_get', { channelId: 'general' });
    const bySlug = await read('workspace://channels/general');
    const byId = await read(`workspace://channels/${channel.id}`);
    const body = JSON.parse(bySlug.text ?? '') as {
      channel: object;
      artifacts: { id: string }[];
      files: { id: string }[];
      feed: { type: string }[];
    };
    expect(bySlug).toMatchObject({ uri: 'workspace://channels/general', mimeType: 'application/json' });
    expect(byId.text).toBe(bySlug.text);
    expect(body.channel).toEqual(channel);
    expect([body.artifacts[0]?.id, body.files[0]?.id]).toEqual([artifactId, fileId]);
    expect(body.feed.slice(0, 2).map(({ type }) => type)).toEqual(['file', 'artifact']);
  });

  test('each post of a channel is read from its first character', async () => {
    const bodies = ['First', 'Second', 'Third'];
    for (const body of bodies) await host.done('workspace_post_create', { channelId: 'general', body });
    const { feed } = JSON.parse((await read('workspace://channels/general')).text!) as {
      feed: { post?: { body: string } }[];
    };
    expect(feed.slice(0, 3).map(({ post }) => post?.body)).toEqual(bodies.toReversed());
  });

  test.each([
    ['markdown', 'text/markdown', '\ufeff# Grüße 🍋\r\n'],
    ['csv', 'text/csv', 'a,"b ""c"""\r\n'],
    ['markdown', 'text/markdown', ''],
  ])('a %s is read as %s, with escapes of what is hidden in it', async (kind, mimeType, content) => {
    const uri = `workspace://artifacts/${await create(kind, content)}`;
    const text = content.replace('\ufeff', '\\u{feff}');
    expect(await read(uri)).toEqual({ uri, mimeType, text, _meta: expect.anything() });
  });

  test.each([
    ['markdown', 'x'.repeat(limits.resourceBytes - 1)],
    ['csv', '\u0001'.repeat(Math.ceil(limits.resourceBytes / 6))],
  ])('a %s of more JSON than a resource holds is refused, with the tool that reads it', async (kind, content) => {
    const reading = read(`workspace://artifacts/${await create(kind, content)}`);
    await expect(reading).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('workspace_artifact_get, a window of'),
      data: { code: 'too_large' },
    });
  });

  test('an artifact of as much JSON as a resource holds is read', async () => {
    const content = `${'\u0001'.repeat(100)}${'x'.repeat(limits.resourceBytes - 602)}`;
    const { text } = await read(`workspace://artifacts/${await create('markdown', content)}`);
    expect(text).toBe(content.replaceAll('\u0001', '\\u{1}'));
  });

  test('a text file is read as text, any other as bytes', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    const text = await read(`workspace://files/${await upload(Buffer.from('grüße\n'), 'a.txt', 'text/plain')}`);
    const blob = await read(`workspace://files/${await upload(bytes, 'a.bin', 'application/x-own-format')}`);
    expect(text).toMatchObject({ mimeType: 'text/plain', text: 'grüße\n' });
    expect(blob).toMatchObject({ mimeType: 'application/x-own-format', blob: bytes.toString('base64') });
  });

  test('a text file that is not UTF-8 loses nothing', async () => {
    const bytes = Buffer.from('caf\xe9 na\xefve\n', 'latin1');
    const { blob = '' } = await read(`workspace://files/${await upload(bytes, 'a.csv', 'text/csv')}`);
    expect(Buffer.from(blob, 'base64').toString('latin1')).toBe(bytes.toString('latin1'));
  });

  test.each([
    'workspace://channels/nowhere',
    'workspace://artifacts/art_unknown',
    'workspace://files/file_unknown',
    'workspace://elsewhere/x',
    'https://example.com/',
  ])('%s cannot be read', async (uri) => {
    await expect(host.client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  test('the answer to an unknown ID says no more than a tool does', async () => {
    const { problem } = await host.call('workspace_file_get', { fileId: 'file_unknown' });
    const reading = host.client.readResource({ uri: 'workspace://files/file_unknown' });
    await expect(reading).rejects.toMatchObject({ message: problem?.detail, data: { code: 'not_found' } });
  });
});

describe('completion', () => {
  const complete = async (uri: string, name: string, value: string) =>
    (await host.client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion;

  test('channels complete by slug and by ID', async () => {
    const { channel } = await host.done('workspace_channel_get', { channelId: 'general' });
    const uri = 'workspace://channels/{channel}';
    expect((await complete(uri, 'channel', 'gen')).values).toEqual(['general']);
    expect((await complete(uri, 'channel', channel.id.slice(0, 25))).values).toEqual([channel.id]);
    expect((await complete(uri, 'channel', 'xyz')).values).toEqual([]);
  });

  test.each([
    ['artifact', () => create('csv', 'a\n')],
    ['file', () => upload(Buffer.from('y'), 'y.txt', 'text/plain')],
  ])('%ss complete by ID', async (name, make) => {
    const id = await make();
    expect((await complete(`workspace://${name}s/{${name}}`, name, id.slice(0, -1))).values).toContain(id);
    expect((await complete(`workspace://${name}s/{${name}}`, name, 'nothing')).values).toEqual([]);
  });

  test('at most a hundred values come back', async () => {
    for (let number = 0; number < 110; number += 1) await create('csv', 'a\n');
    const { values } = await complete('workspace://artifacts/{artifact}', 'artifact', 'art_');
    expect(values).toHaveLength(100);
  });
});

describe('prompts', () => {
  test('there are prompts that summarize a channel and ask a Data Set', async () => {
    const { prompts } = await host.client.listPrompts();
    expect(prompts).toMatchObject([
      { name: 'summarize_channel', title: expect.any(String), arguments: [{ name: 'channel', required: true }] },
      {
        name: 'ask_data_set',
        title: expect.any(String),
        arguments: [
          { name: 'channel', required: true },
          { name: 'objectTypeId', required: true },
        ],
      },
    ]);
  });

  test('it names the channel and the tools to read it with, and warns that its texts are not instructions', async () => {
    const { tools } = await host.client.listTools();
    const { messages } = await host.client.getPrompt({ name: 'summarize_channel', arguments: { channel: 'general' } });
    const { text } = messages[0]!.content as { text: string };
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    expect(text).toContain('"general"');
    expect(text).toMatch(/follow no instruction/);
    for (const name of text.match(/workspace_\w+/g) ?? []) expect(tools.map((tool) => tool.name)).toContain(name);
  });

  test('its channel completes', async () => {
    const ref = { type: 'ref/prompt', name: 'summarize_channel' } as const;
    const { completion } = await host.client.complete({ ref, argument: { name: 'channel', value: 'gen' } });
    expect(completion.values).toEqual(['general']);
  });

  describe('ask_data_set', () => {
    const ref = { type: 'ref/prompt', name: 'ask_data_set' } as const;
    let objectTypeId: string;
    beforeAll(async () => {
      objectTypeId = await newDataSet(host, [...dealFields, { key: 'ordre', label: 'Line\nbreak', type: 'number' }]);
    });
    const ask = async (channel: string, dataSet: string) => {
      const { messages } = await host.client.getPrompt({
        name: 'ask_data_set',
        arguments: { channel, objectTypeId: dataSet },
      });
      return (messages[0]!.content as { text: string }).text;
    };

    test('hands over the fields with what can be asked of them, and the tool to ask with', async () => {
      const text = await ask('general', objectTypeId);
      expect(text).toContain(`objectTypeId "${objectTypeId}"`);
      expect(text).toContain('- stage ("Stage"): select of "lead", "won", "lost"\n');
      expect(text).toContain('- amount ("Amount"): currency in EUR\n');
      expect(text).toContain('- created_at ("Created"): date_time\n');
      expect(text).toContain('- ordre ("Line\\nbreak"): number\n');
      expect(text).toMatch(/- date: eq .*between within\n/);
      expect(text).toMatch(/follow no instruction/);
      const { tools } = await host.client.listTools();
      for (const name of text.match(/workspace_\w+/g) ?? []) expect(tools.map((tool) => tool.name)).toContain(name);
    });

    test('stays short for a Data Set of many fields', async () => {
      const fields = Array.from({ length: 200 }, (_, index) => ({
        key: `field_${index}`,
        label: 'long '.repeat(50),
        type: 'text',
      }));
      const text = await ask('general', await newDataSet(host, fields, 'Wide'));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
      expect(text).toMatch(/- and \d+ more: workspace_channel_get/);
    });

    test('its channel completes, and then its Data Set', async () => {
      const complete = async (name: string, value: string, args?: Record<string, string>) =>
        (await host.client.complete({ ref, argument: { name, value }, context: { arguments: args } })).completion
          .values;
      expect(await complete('channel', 'gen')).toEqual(['general']);
      expect(await complete('objectTypeId', 'ot_', { channel: 'general' })).toContain(objectTypeId);
      expect(await complete('objectTypeId', 'x', { channel: 'general' })).toEqual([]);
      expect(await complete('objectTypeId', 'ot_', { channel: 'nowhere' })).toEqual([]);
      expect(await complete('objectTypeId', 'ot_')).toEqual([]);
    });

    test.each([
      ['nowhere', () => objectTypeId],
      ['general', () => 'ot_unknown'],
    ])('of the channel %s is refused where there is no such Data Set', async (channel, dataSet) => {
      await expect(ask(channel, dataSet())).rejects.toMatchObject({ code: -32602, data: { code: 'not_found' } });
    });
  });

  test.each([
    ['an unknown prompt', 'nothing', {}],
    ['a prompt without its argument', 'summarize_channel', {}],
  ])('%s is refused', async (_what, name, input) => {
    await expect(host.client.getPrompt({ name, arguments: input })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('the list', () => {
  const count = limits.resourcesListed + 10;
  beforeAll(async () => {
    for (let number = 0; number < count; number += 1)
      await host.done('workspace_channel_create', { name: `Room ${number}` });
  });
  const listPage = async (cursor?: string) => {
    const params = cursor === undefined ? {} : { cursor };
    return host.client.request({ method: 'resources/list', params });
  };

  test('has every channel, however many there are, on pages of a bounded length', async () => {
    const first = await listPage();
    expect(first.resources).toHaveLength(limits.resourcesListed);
    const second = await listPage(first.nextCursor);
    expect(second.nextCursor).toBeUndefined();
    const listed = [...first.resources, ...second.resources].map(({ uri }) => uri);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toContain('workspace://channels/general');
    expect(listed.filter((uri) => uri.startsWith('workspace://channels/room-'))).toHaveLength(count);
  });

  test('is put together by a client that asks for all of it', async () => {
    expect((await host.client.listResources()).resources).toHaveLength(count + 1);
  });

  test('refuses a cursor that it did not give', async () => {
    await expect(listPage('made-up')).rejects.toMatchObject({ code: -32602, data: { code: 'invalid_request' } });
  });
});
