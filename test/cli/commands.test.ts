import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });

const atGateway = async () =>
  commandLine({
    WORKSPACE_URL: gateway.url,
    WORKSPACE_TOKEN: await accessToken(gateway.dataFolder, '--user', 'mia@workspace.test'),
  });

const onFolder = async () => commandLine({ WORKSPACE_DATA: await temporaryFolder() });

const w = '--allow-write';
const documentOf = (file: string) => ['artifacts', '--kind', 'markdown', '--title', 'Plan', '--file', file];

describe.each([
  ['a gateway', atGateway],
  ['a data folder', onFolder],
])('on %s', (_door, open) => {
  let cli: CommandLine;
  let channel: string;

  beforeEach(async () => {
    cli = await open();
    ({
      channel: { id: channel },
    } = await cli.json('channels', '--create', `Work ${crypto.randomUUID()}`, w));
    await writeFile(join(cli.home, 'plan.md'), '# Plan\n\nWe open in May.\n');
  });

  const created = async (): Promise<{ id: string; versionId: string }> =>
    (await cli.json(...documentOf('plan.md'), '--channel', channel, w)).artifact;

  test('a document is created of a file, listed, read, and printed byte for byte', async () => {
    const { id } = await created();
    const listed = await cli.json('artifacts', '--channel', channel);
    expect(listed.artifacts).toMatchObject([{ id, kind: 'markdown', title: 'Plan', interfaceType: 'cli' }]);
    expect((await cli.run('artifacts', '--artifact', id)).stdout).toBe('# Plan\n\nWe open in May.\n');
    const { stdout } = await cli.run('artifacts', '--channel', channel);
    expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${id} +markdown +Plan +1 +24 B`));
  });

  test('text from stdin is stored byte for byte, and refused if it is not UTF-8', async () => {
    const sent = async (bytes: Buffer) => {
      const child = cli.start(...documentOf('-'), '--channel', channel, w, '--json');
      child.stdin.end(bytes);
      return outcomeOf(child);
    };
    const text = Buffer.from('\ufeffWe open in Köln.\r\n');
    const { artifact } = JSON.parse((await sent(text)).stdout);
    expect(artifact.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(await sent(Buffer.from([0x61, 0xff]))).toMatchObject({ status: 2, stdout: '' });
    expect((await cli.json('artifacts', '--channel', channel)).artifacts).toHaveLength(1);
  });

  test('an update cites its version; a stale one is shown the competing change and changes nothing', async () => {
    const { id, versionId } = await created();
    await writeFile(join(cli.home, 'plan.md'), '# Plan\n\nWe open in June.\n');
    const update = ['artifacts', '--artifact', id, '--file', 'plan.md', '--expected-version', versionId, w];
    expect((await cli.json(...update)).artifact).toMatchObject({ versionNumber: 2, interfaceType: 'cli' });
    await writeFile(join(cli.home, 'plan.md'), '# Plan\n\nWe open in July.\n');
    const stale = await cli.run(...update);
    expect(stale.status).toBe(6);
    expect(stale.stderr).toContain('-We open in May.\n+We open in June.');
    const problem = await cli.run(...update, '--json');
    expect(JSON.parse(problem.stderr).error).toMatchObject({ code: 'version_conflict', current: { versionNumber: 2 } });
    expect((await cli.run('artifacts', '--artifact', id)).stdout).toContain('June');
    const { versions } = await cli.json('artifacts', '--artifact', id, '--versions');
    expect(versions).toHaveLength(2);
    const { stdout } = await cli.run('artifacts', '--artifact', id, '--version-id', versionId);
    expect(stdout).toContain('May');
  });

  test('versions are compared, and an older one is restored', async () => {
    const { id, versionId } = await created();
    await writeFile(join(cli.home, 'plan.md'), '# Plan\n\nWe open in June.\n');
    const update = ['artifacts', '--artifact', id, '--file', 'plan.md', '--expected-version', versionId, w];
    const { artifact } = await cli.json(...update);
    const { stdout } = await cli.run('artifacts', '--artifact', id, '--diff-from', versionId);
    expect(stdout).toContain('-We open in May.\n+We open in June.');
    const same = await cli.json('artifacts', '--artifact', id, '--diff-from', versionId, '--version-id', versionId);
    expect(same).toMatchObject({ from: { versionNumber: 1 }, to: { versionNumber: 1 } });
    const restore = ['artifacts', '--artifact', id, '--restore', '--version-id', versionId, '--expected-version'];
    expect((await cli.json(...restore, artifact.versionId, w)).artifact.versionNumber).toBe(3);
    expect((await cli.run(...restore, artifact.versionId, w)).status).toBe(6);
    expect((await cli.run('artifacts', '--artifact', id)).stdout).toContain('May');
    const [heads, newest, ...older] = (await cli.run('artifacts', '--artifact', id, '--versions')).stdout.split('\n');
    expect(heads).toMatch(/RESTORED\s*$/);
    expect(newest).toMatch(/ 1\s*$/);
    expect(older[0]).not.toMatch(/ \d\s*$/);
  });

  test('a file is uploaded, found, attached, detached and downloaded as it was', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256));
    await writeFile(join(cli.home, 'scan.bin'), bytes);
    const { file } = await cli.json('files', '--upload', 'scan.bin', '--channel', channel, w);
    expect(file).toMatchObject({ fileName: 'scan.bin', size: 200_000, links: [{ targetId: channel }] });
    const found = await cli.json('files', '--q', 'scan', '--channel', channel);
    expect(found.files).toMatchObject([{ id: file.id }]);

    const download = ['files', '--file', file.id, '--download', 'back.bin'];
    expect((await cli.run(...download)).status).toBe(0);
    expect((await readFile(join(cli.home, 'back.bin'))).equals(bytes)).toBe(true);
    const again = await cli.run(...download);
    expect(again).toMatchObject({ status: 6, stdout: '' });
    expect(again.stderr).toContain('nothing is overwritten');

    const rename = ['files', '--file', file.id, '--rename', 'Renamed.txt', w];
    expect((await cli.json(...rename)).file).toEqual({ ...file, fileName: 'Renamed.txt' });
    const detach = ['files', '--file', file.id, '--detach', '--channel', channel, w];
    expect((await cli.json(...detach)).file.links).toEqual([]);
    const attach = ['files', '--file', file.id, '--attach', '--channel', channel, w];
    expect((await cli.json(...attach)).file.links).toHaveLength(1);
  });

  test('neither of two Data Sets of one name is taken: a key says which', async () => {
    await writeFile(join(cli.home, 'cranes.csv'), 'Name,Load\nTall,12\n');
    for (const _ of [1, 2]) await cli.json('import', 'cranes.csv', '--channel', channel, '--name', 'Cranes', w);
    for (const words of [['records'], ['import', 'cranes.csv', w]]) {
      const [command, ...more] = words as [string, ...string[]];
      const { status, stderr } = await cli.run(command, ...more, '--channel', channel, '--data-set', 'Cranes');
      expect(status).toBe(6);
      expect(stderr).toContain('The name "Cranes" fits more than one Data Set of this channel');
      expect(stderr).toMatch(/^ot_\w+ +crane +Cranes\s+ot_\w+ +crane_2 +Cranes$/m);
    }
    const { data } = await cli.json('records', '--channel', channel, '--data-set', 'crane_2');
    expect(data.rows).toMatchObject([{ title: 'Tall', load: 12 }]);
  });

  test('files go to sessions and records, artifacts to records, sessions to channels', async () => {
    const artifact = await created();
    await writeFile(join(cli.home, 'deals.csv'), 'Name,Amount\nCrane,12\n');
    const { dataSet } = await cli.json('import', 'deals.csv', '--channel', channel, '--name', 'Deals', w);
    const { rows } = (await cli.json('records', '--channel', channel, '--data-set', 'deals')).data;
    expect(rows).toMatchObject([{ title: 'Crane', amount: 12 }]);
    const record = rows[0].id;
    const { query } = await cli.json('query', 'ask', 'How many cranes are there?', '--channel', channel);
    expect(query.status).toBe('completed');
    const session = query.sessionId;
    const { sessions } = await cli.json('sessions');
    expect(sessions).toContainEqual(expect.objectContaining({ id: session }));

    const { file } = await cli.json('files', '--upload', 'deals.csv', w);
    for (const [flag, id] of [
      ['--session', session],
      ['--record', record],
    ]) {
      const { file: placed } = await cli.json('files', '--file', file.id, '--attach', flag, id, w);
      expect(placed.links).toContainEqual(expect.objectContaining({ targetId: id }));
      const { file: taken } = await cli.json('files', '--file', file.id, '--detach', flag, id, w);
      expect(taken.links).not.toContainEqual(expect.objectContaining({ targetId: id }));
    }
    const artifactLink = ['artifacts', '--artifact', artifact.id, '--record', record, w];
    expect(await cli.json(...artifactLink, '--attach')).toEqual({ attached: true });
    expect(await cli.json(...artifactLink, '--detach')).toEqual({ detached: true });
    const sessionLink = ['sessions', '--session', session, '--channel', channel, w];
    expect(await cli.json(...sessionLink, '--attach')).toEqual({ attached: true });
    expect(await cli.json(...sessionLink, '--detach')).toEqual({ detached: true });
    expect((await cli.run('sessions', '--session', session)).stdout).toContain('How many cranes are there?');
    expect(dataSet.objectType).toBe('deal');
  });

  test('a number that is too large for one is refused, and clears nothing', async () => {
    await writeFile(join(cli.home, 'deals.csv'), 'Name,Amount\nCrane,12\n');
    await cli.run('import', 'deals.csv', '--channel', channel, '--name', 'Deals', w);
    const named = ['records', '--channel', channel];
    const { data } = await cli.json(...named, '--data-set', 'Deals');
    const record = data.rows[0].id;
    const refused = await cli.run(...named, '--record', record, '--set', 'amount=1e400', w);
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^--set amount: must be a .*number/),
    });
    const body = { operation: 'records', filters: [{ field: 'amount', operator: 'eq', value: 'many' }] };
    const query = JSON.stringify(body).replace('"many"', '1e400');
    const asked = await cli.run('query', 'run', query, '--channel', channel, '--data-set', 'deal');
    expect(asked).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^\/filters\/0\/value: must be a .*number/),
    });
    expect((await cli.json(...named, '--record', record)).record.values.amount).toBe(12);
  });

  test('Data Sets, their fields and choices', async () => {
    const named = ['data-sets', '--channel', channel];
    const fields = JSON.stringify([
      { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }] } },
      { key: 'parent', type: 'record', options: { objectTypeId: 'self' } },
    ]);
    const { dataSet } = await cli.json(...named, '--create', 'Tasks', '--fields', fields, w);
    expect(dataSet.objectType).toBe('task');
    const one = [...named, '--data-set', 'Tasks'];
    const field = ['--field', 'stage', '--label', 'Phase', '--add-choice', 'won=Won', '--add-choice', 'lost'];
    expect((await cli.run(...one, ...field, w)).stdout).toMatch(/stage +Phase +select +open, Won, lost/);
    await cli.run(...one, '--rename', 'All tasks', '--fields', '[{"key": "due", "type": "date"}]', w);
    expect((await cli.run(...named)).stdout).toMatch(/task +All tasks +3/);
    expect((await cli.run(...named, '--data-set', 'task')).stdout).toMatch(/due +due +date/);
    expect(await cli.run(...named, '--data-set', 'task', '--field', 'stage', w)).toMatchObject({ status: 2 });
  });

  test('a value is read as the type of its field, so a text of digits stays text', async () => {
    const fields = JSON.stringify([
      { key: 'req', label: 'Requirement', type: 'text' },
      { key: 'count', type: 'number' },
      { key: 'is_done', type: 'checkbox' },
      { key: 'year', type: 'select', options: { choices: [{ key: 'y', label: '2026' }] } },
      { key: 'tags', type: 'multi_select', options: { choices: [{ key: 'a' }, { key: 'b' }] } },
    ]);
    await cli.run('data-sets', '--channel', channel, '--create', 'Needs', '--fields', fields, w);
    const named = ['records', '--channel', channel];
    const set = (...given: string[]) => given.flatMap((one) => ['--set', one]);
    const given = set('Requirement=2026', 'count=7', 'is_done=true', 'year=2026', 'tags=["a","b"]');
    const { record } = await cli.json(...named, '--data-set', 'Needs', '--create', 'First', ...given, w);
    expect(record.values).toEqual({ req: '2026', count: 7, is_done: true, year: 'y', tags: ['a', 'b'] });
    const changed = await cli.json(...named, '--record', record.id, ...set('req=true', 'count='), w);
    expect(changed.record.values).toMatchObject({ req: 'true' });
    expect(changed.record.values).not.toHaveProperty('count');
    const where = ['--data-set', 'Needs', '--update-where', '[{"field": "year", "operator": "eq", "value": "y"}]'];
    const many = await cli.run(...named, ...where, ...set('req=[1]'), '--expected-count', '1', w);
    expect(many).toMatchObject({ status: 0, stderr: '' });
    expect((await cli.json(...named, '--record', record.id)).record.values.req).toBe('[1]');
  });

  test('records, Views and typed queries', async () => {
    await writeFile(join(cli.home, 'deals.csv'), 'Name,Stage,Amount\nCrane,won,12\nLift,lost,30\n');
    await cli.run('import', 'deals.csv', '--channel', channel, '--name', 'Deals', w);
    const named = ['records', '--channel', channel];
    const set = ['--set', 'stage=won', '--set', 'amount=5'];
    const { record } = await cli.json(...named, '--data-set', 'Deals', '--create', 'Ramp', ...set, w);
    expect(record.values).toMatchObject({ stage: 'won', amount: 5 });
    const changed = await cli.json(...named, '--record', record.id, '--set', 'amount=6', '--set', 'stage=', w);
    expect(changed.record.values).toEqual({ amount: 6 });
    const history = await cli.run(...named, '--record', record.id, '--history');
    expect(history.stdout).toMatch(/^2 .* cli +stage: won → nothing; amount: 5 → 6$/m);
    expect((await cli.json(...named, '--record', record.id, '--history', '--limit', '1')).versions).toHaveLength(1);
    const where = ['--update-where', '[{"field": "amount", "operator": "gte", "value": 12}]', '--set', 'stage=won'];
    const many = [...named, '--data-set', 'Deals', ...where, w];
    expect((await cli.run(...many, '--expected-count', '2')).stdout).toBe('1 of 2 records were changed.\n');
    expect(await cli.run(...many, '--expected-count', '3')).toMatchObject({
      status: 6,
      stderr: expect.stringContaining('finds 2 records'),
    });
    const body = { operation: 'aggregate', metrics: [{ alias: 'total', function: 'sum', field: 'amount' }] };
    const query = ['query', 'run', JSON.stringify(body), '--channel', channel, '--data-set', 'deal'];
    expect((await cli.json(...query)).data.rows).toEqual([{ total: 48 }]);
    expect((await cli.run(...query)).stdout).toBe('total\n48\n');
    const rows = ['query', 'run', '{"operation": "records"}', ...query.slice(3), '--limit', '2'];
    const { nextCursor } = await cli.json(...rows);
    expect((await cli.json(...rows, '--cursor', nextCursor)).data.rows).toHaveLength(1);
    const all = (await cli.json(...rows, '--all')).data;
    expect(all).toMatchObject({ completeness: { complete: true, returned: 3 } });
    expect((await cli.json(...named, '--data-set', 'Deals', '--limit', '1', '--all')).data.rows).toEqual(all.rows);
    expect((await cli.run(...rows)).stderr).toContain('(or --all)');

    const view = { name: 'All', renderer: 'table', objectTypeId: record.objectTypeId, columns: ['amount'] };
    await writeFile(join(cli.home, 'view.json'), JSON.stringify(view));
    await cli.json('views', '--channel', channel, '--file', 'view.json', w);
    const { data } = await cli.json('views', '--channel', channel, '--view', 'all');
    expect(data.records).toHaveLength(3);
    expect((await cli.run('views', '--channel', channel, '--view', 'all')).stdout).toMatch(/Ramp +6/);
    const ofView = ['views', '--channel', channel, '--view', 'all'];
    const [first] = (await cli.json(...ofView, '--versions')).versions;
    await writeFile(join(cli.home, 'view.json'), JSON.stringify({ ...view, columns: [] }));
    const saving = ['--file', 'view.json', '--expected-version', first!.versionId, w];
    const second = (await cli.json(...ofView, ...saving)).view;
    expect((await cli.run(...ofView, '--diff-from', first!.versionId)).stdout).toContain('-    "amount"');
    const old = ['--version-id', first!.versionId];
    expect((await cli.run(...ofView, '--definition', ...old)).stdout).toContain('"amount"');
    const restoring = ['--restore', ...old, '--expected-version', second.currentVersionId, w];
    expect((await cli.json(...ofView, ...restoring)).view).toMatchObject({ versionNumber: 3 });
    const shown = ['query', 'run', '{"operation": "view", "viewId": "all"}', '--channel', channel];
    expect((await cli.json(...shown, '--data-set', 'deal')).data.rows).toHaveLength(3);

    expect(await cli.json(...named, '--record', record.id, '--delete', w)).toEqual({ deleted: true });
    expect((await cli.run(...named, '--record', record.id)).status).toBe(5);
  });

  test('posts, the feed, search and lists of several pages', async () => {
    const { post } = await cli.json('post', 'We ship', 'on Monday.', '--channel', channel, w);
    expect(post).toMatchObject({ body: 'We ship on Monday.', interfaceType: 'cli' });
    const { reply } = await cli.json('post', 'Good.', '--channel', channel, '--reply-to', post.id, w);
    expect(reply.body).toBe('Good.');
    await created();
    await created();
    const { items } = await cli.json('feed', '--channel', channel);
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['artifact', 'artifact', 'post']);
    expect((await cli.run('feed', '--channel', channel)).stdout).toContain('We ship on Monday.');
    const { results } = await cli.json('search', 'Monday', '--channel', channel, '--type', 'post');
    expect(results).toMatchObject([{ type: 'post' }]);

    const page = await cli.json('artifacts', '--channel', channel, '--limit', '1');
    expect(page.artifacts).toHaveLength(1);
    const next = ['artifacts', '--channel', channel, '--limit', '1', '--cursor', page.nextCursor];
    expect((await cli.json(...next)).artifacts[0].id).not.toBe(page.artifacts[0].id);
    const all = await cli.json('artifacts', '--channel', channel, '--limit', '1', '--all');
    expect(all).toEqual({ artifacts: expect.objectContaining({ length: 2 }) });
  });

  test('without --allow-write nothing is changed', async () => {
    const { id } = await created();
    for (const args of [
      ['files', '--upload', 'plan.md', '--channel', channel],
      ['artifacts', '--kind', 'markdown', '--title', 'T', '--file', 'plan.md', '--channel', channel],
      ['artifacts', '--artifact', id, '--attach', '--channel', channel],
      ['post', 'hello', '--channel', channel],
      ['channels', '--create', 'Another'],
      ['feedback', 'nice'],
    ]) {
      const { status, stdout, stderr } = await cli.run(...args);
      expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
      expect(stderr).toContain('--allow-write');
    }
    expect((await cli.json('artifacts', '--channel', channel)).artifacts).toHaveLength(1);
    expect((await cli.json('files', '--channel', channel)).files).toEqual([]);
  });

  test('the exit status says what went wrong', async () => {
    const unknown = await cli.run('artifacts', '--artifact', 'art_unknown', '--json');
    expect(unknown).toMatchObject({ status: 5, stdout: '' });
    expect(JSON.parse(unknown.stderr).error).toMatchObject({ code: 'not_found', retryable: false });
    expect((await cli.run('artifacts', '--limit', '100000')).status).toBe(2);
    expect((await cli.run('artifacts', '--bogus')).status).toBe(2);
    expect((await cli.run('files', '--upload', 'nothing.here', w)).status).toBe(2);
    expect((await cli.run('files', '--download', 'there')).stderr).toBe('--download needs --file.\n');
    const stray = await cli.run('files', '--file', 'file_x', '--q', 'words');
    expect(stray).toMatchObject({ status: 2, stderr: '--q does not go with --file.\n' });
    await writeFile(join(cli.home, 'long.md'), 'x'.repeat(1.5 * 1024 * 1024 + 1));
    const long = ['artifacts', '--kind', 'markdown', '--title', 'T', '--file', 'long.md', w];
    expect((await cli.run(...long)).status).toBe(7);
  });
});

test('two people see what they may: another’s document without a channel is not found', async () => {
  const mia = await atGateway();
  const admin = await commandLine({
    WORKSPACE_URL: gateway.url,
    WORKSPACE_TOKEN: await accessToken(gateway.dataFolder),
  });
  await writeFile(join(mia.home, 'own.md'), 'mine');
  const created = ['artifacts', '--kind', 'markdown', '--title', 'Own', '--file', 'own.md', w];
  const { artifact } = await mia.json(...created);
  expect((await mia.run('artifacts', '--artifact', artifact.id)).stdout).toBe('mine');
  expect((await admin.run('artifacts', '--artifact', artifact.id)).status).toBe(5);
  const reader = await commandLine({
    WORKSPACE_URL: gateway.url,
    WORKSPACE_TOKEN: await accessToken(gateway.dataFolder, '--scope', 'workspace.read'),
  });
  expect((await reader.run('post', 'hello', '--channel', 'general', w)).status).toBe(4);
});

test('a gateway that does not answer, and a token that is not good, are told apart', async () => {
  const token = await accessToken(gateway.dataFolder);
  const away = await commandLine({ WORKSPACE_URL: 'http://127.0.0.1:9', WORKSPACE_TOKEN: token });
  expect((await away.run('channels')).status).toBe(8);
  const stranger = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: `${token}x` });
  expect((await stranger.run('channels')).status).toBe(3);
  const nobody = await commandLine();
  const { status, stderr } = await nobody.run('channels');
  expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('workspace login') });
});
