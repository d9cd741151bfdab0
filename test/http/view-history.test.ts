import { beforeAll, describe, expect, test } from 'vitest';
import { newDataSet } from '../support/data-sets.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const mia = () => people.as('mia');
const views = '/channels/news/views';
let objectTypeId = '';

beforeAll(async () => {
  objectTypeId = (await newDataSet(people.dataFolder, 'news', 'Rows', [], [])).id;
});

const table = (name: string, more: object = {}) => ({ name, objectTypeId, renderer: 'table', ...more });

/** A View with these names, one version after the other; all its versions, oldest first. */
async function named(first: string, ...later: string[]) {
  let { view } = await mia().done(`POST ${views}`, table(first));
  for (const name of later) {
    const change = { ...table(name), expectedCurrentVersionId: view.currentVersionId };
    ({ view } = await mia().done(`PATCH ${views}/${view.id}`, change));
  }
  const { versions } = await mia().done(`GET ${views}/${view.id}/versions`);
  return { view, path: `${views}/${view.id}`, ids: versions.map(({ versionId }) => versionId).toReversed() };
}

describe('the versions of a View', () => {
  test('are listed newest first, page by page, with who made them through what', async () => {
    const { path, ids } = await named('One', 'Two', 'Three');
    const page = await mia().done(`GET ${path}/versions?limit=2`);
    expect(page.versions).toMatchObject([
      { versionId: ids[2], versionNumber: 3, name: 'Three', renderer: 'table', createdBy: { id: people.idOf('mia') } },
      { versionId: ids[1], versionNumber: 2, name: 'Two', via: { interface: 'api' } },
    ]);
    const rest = await mia().done(`GET ${path}/versions?limit=2&cursor=${page.nextCursor}`);
    expect(rest.versions).toMatchObject([{ versionId: ids[0], versionNumber: 1 }]);
    expect(rest.nextCursor).toBeUndefined();
    const { version } = await mia().done(`GET ${path}/versions/${ids[0]}`);
    expect(version).toMatchObject({ versionNumber: 1, definition: table('One') });
  });

  test('are compared by the lines of their definitions', async () => {
    const { path, ids } = await named('One', 'Two', 'Three');
    const { from, to, diff } = await mia().done(`GET ${path}/diff?from=${ids[0]}&to=${ids[1]}`);
    expect([from, to]).toMatchObject([
      { versionId: ids[0], versionNumber: 1, name: 'One' },
      { versionId: ids[1], versionNumber: 2, name: 'Two' },
    ]);
    expect(diff).toContain('-  "name": "One",\n+  "name": "Two",\n');
    expect((await mia().done(`GET ${path}/diff?from=${ids[0]}`)).to).toMatchObject({ versionNumber: 3 });
  });

  test('of another View are unknown here', async () => {
    const [one, other] = [await named('One', 'Two'), await named('Other')];
    const foreign = other.ids[0]!;
    const cited = { expectedCurrentVersionId: one.view.currentVersionId };
    expectProblem(await mia().call(`GET ${one.path}/versions/${foreign}`), 'not_found');
    expectProblem(await mia().call(`GET ${one.path}/diff?from=${foreign}`), 'not_found');
    expectProblem(await mia().call(`POST ${one.path}/versions/${foreign}/restore`, cited), 'not_found');
  });
});

describe('restoring a version', () => {
  test('makes its definition a new version, once for each key', async () => {
    const { view, path, ids } = await named('One', 'Two');
    const body = { expectedCurrentVersionId: ids[1], idempotencyKey: crypto.randomUUID() };
    const answers = [1, 2].map(() => mia().done(`POST ${path}/versions/${ids[0]}/restore`, body));
    for (const { view: restored } of await Promise.all(answers))
      expect(restored).toMatchObject({ id: view.id, name: 'One', slug: view.slug, versionNumber: 3 });
    const actions = await inStorage(people.dataFolder, (db) =>
      db.selectFrom('audit_events').select('action').where('resource_id', '=', view.id).orderBy('id').execute(),
    );
    expect(actions.map(({ action }) => action)).toEqual(['view.created', 'view.updated', 'view.restored']);
  });

  test('is refused with the current version when that is not the cited one', async () => {
    const { path, ids } = await named('One', 'Two', 'Three');
    const stale = await mia().call(`POST ${path}/versions/${ids[0]}/restore`, { expectedCurrentVersionId: ids[1] });
    expect(expectProblem(stale, 'version_conflict').current).toMatchObject({ versionId: ids[2], versionNumber: 3 });
    const same = await mia().call(`POST ${path}/versions/${ids[2]}/restore`, { expectedCurrentVersionId: ids[2] });
    expectProblem(same, 'invalid_request', ['versionId']);
    expect((await mia().done(`GET ${path}`)).view.versionNumber).toBe(3);
  });
});
