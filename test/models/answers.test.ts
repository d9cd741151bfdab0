import { describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { answers, calls } from '../support/models.ts';
import { modelKey, modelledGateway, modelName, protocols, sumOfWon } from '../support/modelled.ts';
import { patience } from '../support/patience.ts';

describe.each(protocols)('a model that speaks the protocol of %s', (protocol) => {
  const at = modelledGateway(protocol);

  test('answers with figures that its query has computed', async () => {
    at.model.follow(
      calls('list_channels'),
      calls('inspect_channel', { channelId: 'sales' }),
      at.sumOfWon,
      answers({ text: 'Won deals come to **1,234,567.5** in 2 deals.', confidence: 'exact', query: 'q1' }),
    );
    const query = await at.ask('What have we won?');
    expect(query).toMatchObject({
      status: 'completed',
      answer: expect.stringContaining('**1,234,567.5** in 2 deals.'),
      confidence: 'likely',
      values: [
        { value: 1_234_567.5, type: 'number', fieldKey: 'amount' },
        { value: 2, type: 'number' },
      ],
      channelLinks: [{ name: 'Sales' }],
    });
    const { data } = await at.gateway.admin.done('POST /queries', query.typedQuery);
    expect(data.rows).toEqual([{ won: 1_234_567.5, deals: 2 }]);
    expect(at.model.asked.map(({ result }) => result)).toEqual([
      expect.stringContaining('The question: What have we won?'),
      expect.stringContaining('"slug":"sales"'),
      expect.stringContaining(at.objectTypeId),
      expect.stringContaining('{"won":1234567.5,"deals":2}'),
    ]);
  });

  test('is exact where the rules read the same figures in the question, and likely where they read others', async () => {
    const claim = answers({
      text: 'There are 2.',
      confidence: 'exact',
      query: 'q1',
      cells: [{ row: 0, column: 'deals' }],
    });
    at.model.follow(at.sumOfWon, claim);
    const largest = calls('run_query', {
      ...sumOfWon(at.objectTypeId),
      metrics: [{ alias: 'deals', function: 'count_rows' }],
      filters: [],
    });
    const { confidence } = await at.ask('How many deals are there?');
    expect(confidence).toBe('likely');
    at.model.follow(largest, answers({ text: 'There are 3.', confidence: 'exact', query: 'q1' }));
    expect(await at.ask('How many deals are there?')).toMatchObject({ confidence: 'exact', values: [{ value: 3 }] });
  });

  test('answers from what it has read, and cites it', async () => {
    at.model.follow(
      calls('search', { q: 'where do we open' }),
      calls('read_document', { artifactId: at.planId }),
      answers({
        text: 'In Oslo, on 5 May 2027.',
        confidence: 'supported',
        sources: [{ id: at.planId, quote: 'We open in Oslo' }],
      }),
    );
    const query = await at.ask('Where do we open?');
    expect(query).toMatchObject({ answer: 'In Oslo, on 5 May 2027.', confidence: 'supported' });
    expect(query.sources).toEqual([
      {
        type: 'artifact',
        id: at.planId,
        title: 'Launch plan',
        url: expect.stringContaining(at.planId),
        snippet: 'We open in Oslo',
        versionId: expect.stringMatching(/^artv_/),
        actor: { id: expect.stringMatching(/^usr_/), name: 'local' },
        interfaceType: 'api',
        via: { interface: 'api' },
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    expect(query).not.toHaveProperty('values');
  });

  test('says that it has found nothing', async () => {
    at.model.follow(calls('search', { q: 'unicorns' }), answers({ text: 'Nothing on unicorns.', confidence: 'none' }));
    expect(await at.ask('Do we sell unicorns?')).toMatchObject({ answer: 'Nothing on unicorns.', confidence: 'none' });
  });

  test('is asked at its address, by its name, with its key', async () => {
    at.model.follow(answers({ text: 'No.', confidence: 'none' }));
    await at.ask('Anything?');
    const [{ path, headers, body }] = at.model.asked as [(typeof at.model.asked)[number]];
    expect(path).toBe(protocol === 'anthropic' ? '/v1/messages' : '/v1/chat/completions');
    expect(headers[protocol === 'anthropic' ? 'x-api-key' : 'authorization']).toMatch(new RegExp(`${modelKey}$`));
    expect(body.model).toBe(modelName);
  });

  test('that ends with a text is asked for its answer', async () => {
    at.model.follow(at.sumOfWon, '2 deals.', answers({ text: 'There are 2.', confidence: 'exact', query: 'q1' }));
    expect((await at.ask('How many?')).answer).toMatch(/^There are 2\./);
    expect(at.model.asked.at(-1)!.result).toContain('calling the tool answer');
  });
});

describe('a model', () => {
  const at = modelledGateway('openai');

  test('knows what was said before, as data', async () => {
    at.model.follow(answers({ text: 'First said.', confidence: 'none' }));
    const { sessionId } = await at.ask('Remember the word marigold.');
    const { query } = await at.gateway.admin.done(`POST /sessions/${sessionId}/messages`, { body: 'Which word?' });
    await expect
      .poll(async () => (await at.gateway.admin.done(`GET /queries/${query.id}`)).query.status)
      .toBe('completed');
    const { result } = at.model.asked.at(-1)!;
    expect(result).toMatch(
      /<data \w+ type=conversation>\nuser: Remember the word marigold\.\n\nassistant: First said\./,
    );
    expect(result).toMatch(/The question: Which word\?$/);
  });

  test('that is asked in a channel is told of it, and finds nothing elsewhere', async () => {
    at.model.follow(
      calls('list_channels'),
      calls('search', { q: 'oslo' }),
      calls('run_query', sumOfWon(at.objectTypeId)),
      answers({ text: 'Nothing.', confidence: 'none' }),
    );
    await at.ask('Where do we open?', { channelId: 'board' });
    const [prompt, channels, found, figures] = at.model.asked.map(({ result }) => result);
    expect(prompt).toMatch(/asked in this channel: <data \w+ type=channel id="ch_\w+">\nBoard\n/);
    expect(channels).toContain('"slug":"board"');
    expect(channels).not.toContain('"slug":"sales"');
    expect(found).toBe('Nothing matches.');
    expect(figures).toMatch(/^Refused\.[^]*\/channelId: must be ch_/);
  });

  test('reads a file', async () => {
    const upload = form(['channelId', 'sales'], ['file', textFile('The door code is on the fridge.'), 'door.txt']);
    const { file } = await at.gateway.admin.done('POST /files', upload);
    at.model.follow(
      calls('read_file', { fileId: file.id }),
      answers({ text: 'On the fridge.', confidence: 'supported', sources: [{ id: file.id }] }),
    );
    expect((await at.ask('Where is the door code?')).sources).toMatchObject([{ type: 'file', title: 'door.txt' }]);
  });

  test('reads a document of an office, and is told of a file that holds no text', async () => {
    const upload = async (name: string, type: string, bytes: Uint8Array<ArrayBuffer>) => {
      const data = form(['channelId', 'sales'], ['file', new Blob([bytes], { type }), name]);
      return (await at.gateway.admin.done('POST /files', data)).file.id;
    };
    const fileId = await upload('note.html', 'text/html', Buffer.from('<p>The <b>vault</b> is below the stairs.</p>'));
    const picture = await upload('x.png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex'));
    const extracted = async () => (await at.gateway.admin.call(`GET /files/${fileId}/text`)).bytes.toString();
    await expect.poll(extracted, patience).toContain('"status":"ready"');
    at.model.follow(
      calls('read_file', { fileId: picture }),
      calls('read_file', { fileId }),
      answers({ text: 'Below the stairs.', confidence: 'supported', sources: [{ id: fileId }] }),
    );
    expect((await at.ask('Where is the vault?')).sources).toMatchObject([{ type: 'file', title: 'note.html' }]);
    expect(at.model.asked.map(({ result }) => result)).toEqual([
      expect.anything(),
      expect.stringMatching(/^It has no text to read: \w+\.$/),
      expect.stringContaining('The vault is below the stairs.'),
    ]);
  });

  test('asks a sheet', async () => {
    const sheet = { kind: 'csv', title: 'Prices', content: 'Item,Price\nChair,40\nTable,90\n', channelId: 'sales' };
    const { artifact } = await at.gateway.admin.done('POST /artifacts', { ...sheet, idempotencyKey: 'prices' });
    at.model.follow(
      calls('run_query', {
        artifactId: artifact.id,
        operation: 'aggregate',
        metrics: [{ alias: 'dearest', function: 'maximum', field: 'price' }],
      }),
      answers({ text: 'It costs 90.', confidence: 'exact', query: 'q1' }),
    );
    expect(await at.ask('What does the dearest cost?')).toMatchObject({
      confidence: 'likely',
      values: [{ value: 90, type: 'number', fieldKey: 'price' }],
      typedQuery: { artifactId: artifact.id },
    });
  });

  test('asks for some of a result', async () => {
    const byStage = {
      ...sumOfWon(at.objectTypeId),
      filters: [],
      groupBy: ['stage'],
      orderBy: [{ field: 'won', direction: 'desc' }],
    };
    at.model.follow(
      calls('run_query', byStage),
      answers({ text: 'Won.', confidence: 'exact', query: 'q1', cells: [{ row: 0, column: 'stage' }] }),
    );
    expect((await at.ask('Which stage has the most?')).values).toEqual([
      { value: 'won', type: 'text', fieldKey: 'stage' },
    ]);
  });
});

describe('a View', () => {
  const at = modelledGateway('openai');
  const count = { alias: 'deals', function: 'count_rows' };
  const dashboard = async (): Promise<string> => {
    const widgets = [
      { id: 'all', title: 'All', type: 'number', metrics: [count] },
      { id: 'stages', title: 'By stage', type: 'bar', groupBy: ['stage'], metrics: [count] },
    ];
    const view = { name: 'Glance', objectTypeId: at.objectTypeId, renderer: 'dashboard', widgets };
    return (await at.gateway.admin.done('POST /channels/sales/views', view)).view.id;
  };

  test('that a question is about is shown to the model, whose figures are those of its widgets', async () => {
    const viewId = await dashboard();
    at.model.follow(
      calls('run_query', { channelId: 'sales', operation: 'view', viewId }),
      answers({ text: 'There are 3.', confidence: 'exact', query: 'q1' }),
    );
    const query = await at.ask('How many are there?', { channelId: 'sales', viewId });
    expect(at.model.asked[0]!.result).toMatch(
      new RegExp(`of this View: <data \\w+ type=view id="${viewId}" title="Glance">`),
    );
    expect(query).toMatchObject({
      answer: 'There are 3.\n\nComputed:\n- deals: 3',
      confidence: 'likely',
      typedQuery: { operation: 'view', viewId, widgetIds: ['all'] },
    });
    expect(query.values).toEqual([{ value: 3, type: 'number' }]);
    const { data } = await at.gateway.admin.done('POST /queries', query.typedQuery);
    expect(data.widgets).toMatchObject([{ id: 'all', rows: [{ deals: 3 }] }]);
  });
});
