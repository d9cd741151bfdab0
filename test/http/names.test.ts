import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { expectSound } from '../support/check.ts';
import { staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const mia = () => people.as('mia');
const will = () => people.as('will');
const url = (text: string) => encodeURIComponent(text);
const channel = (body: object) => mia().done('POST /channels', body);
const namesOf = ({ candidates = [] }: { candidates?: readonly { name: string }[] | undefined }) =>
  candidates.map(({ name }) => name);

describe('a channel', () => {
  beforeAll(async () => {
    await channel({ name: 'Höhe & Form', slug: 'sizes' });
    await channel({ name: 'sizes', slug: 'other-sizes' });
    for (const slug of ['plan-a', 'plan-b']) await channel({ name: 'Plan', slug });
    await channel({ name: 'Planning' });
    await channel({ name: 'Plan', slug: 'secret-plan', visibility: 'private' });
    await channel({ name: 'Hidden', slug: 'hidden', visibility: 'private' });
    await channel({ name: 'Half hidden', slug: 'half-hidden', visibility: 'private' });
    await channel({ name: 'Half hidden', slug: 'half-open' });
  });

  test.each(['Höhe & Form', 'HÖHE & FORM', 'hohe & form'])('is found by its name as %s', async (name) => {
    expect((await will().done(`GET /channels/${url(name)}`)).channel.slug).toBe('sizes');
  });

  test('is found by its slug before another is by its name', async () => {
    expect((await will().done('GET /channels/sizes')).channel.name).toBe('Höhe & Form');
    expect((await will().done('GET /channels/SIZES')).channel.slug).toBe('other-sizes');
  });

  test('whose name several have is refused, and names those alone that the caller may see', async () => {
    const problem = expectProblem(await will().call('GET /channels/plan'), 'ambiguous');
    expect(problem.candidates).toEqual([
      { id: expect.stringMatching(/^ch_/), key: 'plan-a', name: 'Plan' },
      { id: expect.stringMatching(/^ch_/), key: 'plan-b', name: 'Plan' },
    ]);
    expect(expectProblem(await mia().call('GET /channels/plan'), 'ambiguous').candidates).toHaveLength(3);
    for (const { id } of problem.candidates!)
      expect((await will().done(`GET /channels/${id}`)).channel.name).toBe('Plan');
  });

  test('that is hidden makes no name ambiguous, and answers as an unknown one', async () => {
    expect((await will().done(`GET /channels/${url('half hidden')}`)).channel.slug).toBe('half-open');
    const [hidden, none] = await Promise.all(['Hidden', 'Absent'].map((name) => will().call(`GET /channels/${name}`)));
    const { requestId: _one, ...ofHidden } = expectProblem(hidden!, 'not_found');
    const { requestId: _other, ...ofNone } = expectProblem(none!, 'not_found');
    expect(ofHidden).toEqual(ofNone);
    expect((await mia().done('GET /channels/HIDDEN')).channel.slug).toBe('hidden');
  });

  test('with a longer name is a candidate of an unknown one', async () => {
    const problem = expectProblem(await will().call('GET /channels/planni'), 'not_found');
    expect(namesOf(problem)).toEqual(['Planning']);
  });

  test('of another organisation is never named', async () => {
    await people.as('lea').done('POST /channels', { name: 'Abroad' });
    const seen = await whoever(async (name) => (await people.as(name).call('GET /channels/abroad%20')).status === 200);
    expect(seen).toBe('');
    expect(expectProblem(await will().call('GET /channels/Abroa'), 'not_found').candidates).toBeUndefined();
  });

  test(`has a name of ${limits.title} characters; a longer one is refused`, async () => {
    const longest = 'ü'.repeat(limits.title);
    await channel({ name: longest, slug: 'long' });
    expect((await will().done(`GET /channels/${url(longest)}`)).channel.slug).toBe('long');
    expectProblem(await will().call(`GET /artifacts?channelId=${url(`${longest}ü`)}`), 'invalid_request', [
      'channelId',
    ]);
  });

  test(`is one of ${limits.candidates} candidates at most`, async () => {
    for (let number = 0; number < limits.candidates; number += 1) await channel({ name: 'Crowd' });
    const all = expectProblem(await will().call('GET /channels/crowd%20'), 'not_found');
    expect(all.candidates).toBeUndefined();
    const exact = async () => expectProblem(await will().call('GET /channels/CROWD'), 'ambiguous').candidates;
    expect(await exact()).toHaveLength(limits.candidates);
    await channel({ name: 'Crowd' });
    expect(await exact()).toHaveLength(limits.candidates);
  });

  test('is named wherever its ID is taken: lists, uploads, attachments, posts, records', async () => {
    const { artifact } = await mia().done(
      'POST /artifacts',
      { kind: 'markdown', title: 'Sizes', content: 'x', channelId: 'höhe & form' },
      { 'idempotency-key': 'sizes' },
    );
    const { id } = (await mia().done('GET /channels/sizes')).channel;
    expect(artifact.channelId).toBe(id);
    const listed = await mia().done(`GET /artifacts?channelId=${url('höhe & form')}`);
    expect(listed.artifacts.map(({ id: one }) => one)).toEqual([artifact.id]);
    const link = { targetType: 'channel', targetId: 'Planning' };
    expect(await mia().done(`POST /artifacts/${artifact.id}/links`, link)).toEqual({ attached: true });
    const { post } = await mia().done(`POST /channels/${url('höhe & form')}/posts`, { body: 'Here' });
    expect((await mia().done(`GET /channels/sizes/posts/${post.id}`)).post.body).toBe('Here');
  });

  test('is named in a request that is sent again, even when its name has changed since', async () => {
    const { channel: made } = await channel({ name: 'Before', slug: 'renamed' });
    const key = { 'idempotency-key': 'once' };
    const sent = () => mia().done('POST /channels/before/posts', { body: 'Once' }, key);
    const { post } = await sent();
    await mia().done(`PATCH /channels/${made.id}`, { name: 'After' });
    expect((await sent()).post.id).toBe(post.id);
  });
});

describe('a Data Set and a View', () => {
  let deals = '';

  beforeAll(async () => {
    const fields = [{ key: 'stage', type: 'text' }];
    const { dataSet } = await will().done('POST /channels/news/data-sets', { name: 'Open deals', fields });
    deals = dataSet.objectTypeId;
    const first = { objectTypeId: deals, title: 'One', values: { stage: 'won' } };
    await will().done('POST /channels/news/records', first);
    for (const objectType of ['lead_a', 'lead_b'])
      await will().done('POST /channels/news/data-sets', { name: 'Leads', objectType });
    await mia().done('POST /channels/board/data-sets', { name: 'Open deals', objectType: 'secret' });
    await mia().done('POST /channels/board/data-sets', { name: 'Leads', objectType: 'secret_lead' });
  });

  test('are found by ID, key and name', async () => {
    for (const named of [deals, 'open_deal', 'OPEN DEALS'])
      expect((await will().done(`GET /channels/news/data-sets/${url(named)}`)).dataSet.objectTypeId).toBe(deals);
    expect((await people.as('ned').done(`GET /data-sets/${url('open deals')}`)).dataSet.objectTypeId).toBe(deals);
    expect((await people.as('ned').done('GET /data-sets/open_deal')).dataSet.objectTypeId).toBe(deals);
    expectProblem(await people.as('lea').call('GET /data-sets/open_deal'), 'not_found');
  });

  test('of one name are candidates as far as the caller sees them', async () => {
    const here = expectProblem(await will().call('GET /channels/news/data-sets/leads'), 'ambiguous');
    expect(here.candidates!.map(({ key }) => key)).toEqual(['lead_a', 'lead_b']);
    const ofNed = expectProblem(await people.as('ned').call('GET /data-sets/LEADS'), 'ambiguous');
    expect(ofNed.candidates!.map(({ key }) => key)).toEqual(['lead_a', 'lead_b']);
    const ofWill = expectProblem(await will().call('GET /data-sets/LEADS'), 'ambiguous');
    expect(ofWill.candidates!.map(({ key }) => key)).toEqual(['lead_a', 'lead_b', 'secret_lead']);
  });

  test('are named by a refusal of an unknown one, as far as they are in this channel', async () => {
    const problem = expectProblem(await will().call('GET /channels/news/data-sets/nothing'), 'not_found');
    expect(namesOf(problem)).toEqual(['Leads', 'Leads', 'Open deals']);
    const unknown = expectProblem(await will().call(`GET /channels/news/data-sets/${newId('ot')}`), 'not_found');
    expect(namesOf(unknown)).toEqual(['Leads', 'Leads', 'Open deals']);
  });

  test('are named in queries, records, imports, exports and definitions; answers carry the ID', async () => {
    const query = { mode: 'deterministic', operation: 'records', channelId: 'NEWS', objectTypeId: 'Open Deals' };
    const { data } = await will().done('POST /queries', query);
    expect(data.rows).toMatchObject([{ title: 'One', stage: 'won' }]);
    const path = '/channels/News/records';
    const { record } = await will().done(`POST ${path}`, { objectTypeId: 'open deals', title: 'Two' });
    expect(record.objectTypeId).toBe(deals);
    const batch = { objectTypeId: 'Open Deals', update: [{ id: record.id, values: { stage: 'lost' } }] };
    await will().done(`POST ${path}/batch`, batch);
    const filters = [{ field: 'stage', operator: 'eq', value: 'lost' }];
    const update = { objectTypeId: 'open deals', filters, values: { stage: 'open' }, expectedCount: 1 };
    expect((await will().done(`POST ${path}/update`, update)).count).toBe(1);
    const definition = { name: 'Élan Board', objectTypeId: 'OPEN DEALS', renderer: 'table', columns: ['stage'] };
    const { view } = await will().done('POST /channels/NEWS/views', definition);
    expect([view.objectTypeId, view.definition.objectTypeId]).toEqual([deals, deals]);
    const shown = await will().done(`GET /channels/NEWS/views/${url('ÉLAN board')}/data`);
    expect(shown.data.records).toHaveLength(2);
    const ofView = { ...query, operation: 'view', viewId: 'élan board' };
    expect((await will().done('POST /queries', ofView)).data.rows).toHaveLength(2);
    expectProblem(await will().call('POST /queries', { ...ofView, objectTypeId: 'Leads' }), 'invalid_request', [
      '/objectTypeId',
    ]);
    const csv = await will().call(
      `GET /channels/NEWS/data-sets/${url('open deals')}/export?viewId=${url('élan board')}`,
    );
    expect(csv.bytes.toString()).toContain('Two');
  });

  test('a View follows its name, and keeps its slug', async () => {
    const definition = { name: 'First', objectTypeId: deals, renderer: 'table', columns: ['stage'] };
    const { view } = await will().done('POST /channels/news/views', definition);
    await will().done(`PATCH /channels/news/views/FIRST`, {
      ...definition,
      name: 'Second one',
      objectTypeId: 'Open deals',
      expectedCurrentVersionId: view.currentVersionId,
    });
    expect((await will().done(`GET /channels/news/views/${url('second ONE')}`)).view.id).toBe(view.id);
    expect((await will().done('GET /channels/news/views/first')).view.id).toBe(view.id);
    expectProblem(await will().call('GET /channels/news/views/FIRST'), 'not_found');
    await will().done('POST /channels/news/views', { ...definition, name: 'Second one' });
    const { candidates } = expectProblem(
      await will().call(`GET /channels/news/views/${url('Second One')}`),
      'ambiguous',
    );
    expect(candidates!.map(({ key }) => key)).toEqual(['first', 'second-one']);
    const wrong = { ...definition, objectTypeId: 'lead_a', expectedCurrentVersionId: view.currentVersionId };
    const current = (await will().done('GET /channels/news/views/first')).view.currentVersionId;
    const reply = await will().call('PATCH /channels/news/views/first', {
      ...wrong,
      expectedCurrentVersionId: current,
    });
    expectProblem(reply, 'invalid_request', ['/objectTypeId']);
  });
});

test('a thing in the trash has no name until it comes back', async () => {
  const { dataSet } = await will().done('POST /channels/news/data-sets', { name: 'Thrown away' });
  const definition = { name: 'Thrown too', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
  const { view } = await will().done('POST /channels/news/views', definition);
  const { channel: made } = await channel({ name: 'Thrown channel' });
  const paths = [
    [`/channels/news/views/${view.id}`, `/channels/news/views/${url('thrown too')}`],
    [`/channels/news/data-sets/${dataSet.objectTypeId}`, `/channels/news/data-sets/${url('thrown away')}`],
    [`/channels/${made.id}`, `/channels/${url('thrown channel')}`],
  ] as const;
  for (const [path, named] of paths) {
    expect((await mia().call(`GET ${named}`)).status).toBe(200);
    await mia().done(`DELETE ${path}`);
    const { candidates = [] } = expectProblem(await mia().call(`GET ${named}`), 'not_found');
    expect(candidates.filter(({ name }) => name.startsWith('Thrown t'))).toEqual([]);
  }
  expectProblem(await mia().call(`GET /data-sets/${url('thrown away')}`), 'not_found');
  for (const id of [made.id, dataSet.objectTypeId, view.id]) await mia().done(`POST /trash/${id}/restore`);
  for (const [, named] of paths) expect((await mia().call(`GET ${named}`)).status).toBe(200);
});

describe('a person', () => {
  beforeAll(() =>
    inStorage(people.dataFolder, async (db) => {
      for (const [name, called] of [
        ['ned', 'Ned Núñez'],
        ['rita', 'Rita Ray'],
        ['will', 'Rita Ray'],
      ] as const)
        await db.updateTable('users').set({ name: called }).where('id', '=', people.idOf(name)).execute();
    }),
  );

  test('is made a member and taken out by name or address', async () => {
    for (const named of ['NED NUNEZ', 'ned@workspace.test']) {
      const path = `/channels/board/members/${url(named)}`;
      expect((await mia().done(`PUT ${path}`, { role: 'reader' })).member.userId).toBe(people.idOf('ned'));
      expect(await mia().done(`DELETE ${path}`)).toEqual({ deleted: true });
      expectProblem(await people.as('ned').call('GET /channels/board'), 'not_found');
    }
  });

  test('whose name two have is refused with their addresses, and another organisation names nobody', async () => {
    const put = (named: string) => mia().call(`PUT /channels/board/members/${url(named)}`, { role: 'reader' });
    const { candidates } = expectProblem(await put('rita ray'), 'ambiguous');
    expect(new Set(candidates!.map(({ key }) => key))).toEqual(new Set(['rita@workspace.test', 'will@workspace.test']));
    expect(expectProblem(await put('lea@workspace.test'), 'not_found').candidates).toBeUndefined();
    expect(namesOf(expectProblem(await put('ned'), 'not_found'))).toEqual(['Ned Núñez']);
    const gone = await mia().call(`DELETE /channels/board/members/${url('Nobody at all')}`);
    expectProblem(gone, 'not_found');
  });

  test('is named where changes are filtered by who made them', async () => {
    const actor = url('ned nuñez');
    await people.as('ned').done('POST /channels', { name: 'Of Ned' });
    const { items } = await people.as('ned').done(`GET /activity?actorId=${actor}`);
    expect(items.length).toBeGreaterThan(0);
    expect((await will().done(`GET /channels/news/feed?actorId=${actor}`)).items).toEqual([]);
    expectProblem(await will().call('GET /channels/news/feed?actorId=Rita%20Ray'), 'ambiguous');
    expectProblem(await will().call('GET /activity?actorId=Rita%20Ray'), 'ambiguous');
    expectProblem(await will().call('GET /activity?actorId=Nobody'), 'not_found');
  });
});

test('after all of this the folder is sound', () => expectSound(people.dataFolder));
