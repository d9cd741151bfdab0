import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');

interface Version {
  readonly id: string;
  readonly versionId: string;
}

/** A document of the private channel with these contents, one version after the other. */
async function versionsOf(...contents: string[]): Promise<Version[]> {
  const [first = '', ...later] = contents;
  const made = { kind: 'markdown', title: 'Notes 1', content: first, channelId: 'board' };
  const versions: Version[] = [
    (await will().done('POST /artifacts', { ...made, idempotencyKey: crypto.randomUUID() })).artifact,
  ];
  for (const [index, content] of later.entries()) {
    const { id, versionId: expectedVersionId } = versions.at(-1)!;
    const change = { expectedVersionId, title: `Notes ${index + 2}`, content, idempotencyKey: crypto.randomUUID() };
    versions.push((await will().done(`PATCH /artifacts/${id}`, change)).artifact);
  }
  return versions;
}

const restore = ({ id, versionId }: Version, body: object) =>
  will().call(`POST /artifacts/${id}/versions/${versionId}/restore`, body);
const diff = ({ id }: Version, query: string) => will().call(`GET /artifacts/${id}/diff?${query}`);

async function actionsOn(id: string): Promise<string[]> {
  const events = await inStorage(people.dataFolder, (db) =>
    db.selectFrom('audit_events').select('action').where('resource_id', '=', id).orderBy('id').execute(),
  );
  return events.map(({ action }) => action);
}

describe('restoring an older version', () => {
  test('makes its title and content a new version, which is found and shown', async () => {
    const word = `word${crypto.randomUUID().slice(0, 8)}`;
    const [first, second] = await versionsOf(`one ${word}\n`, 'two\n');
    expectProblem(await restore(first!, { expectedVersionId: first!.versionId }), 'version_conflict');
    const { body } = await restore(first!, { expectedVersionId: second!.versionId });
    expect(body.artifact).toMatchObject({ title: 'Notes 1', versionNumber: 3, updatedBy: { id: people.idOf('will') } });
    expect((await will().done(`GET /artifacts/${first!.id}`)).artifact.content).toBe(`one ${word}\n`);
    expect((await will().done(`GET /search?q=${word}`)).results).toMatchObject([{ id: first!.id }]);
    const { items } = await will().done('GET /channels/board/feed?limit=1');
    expect(items).toMatchObject([{ artifact: { id: first!.id, versionNumber: 3 } }]);
    expect(await actionsOn(first!.id)).toEqual(['artifact.created', 'artifact.updated', 'artifact.restored']);
  });

  test('of a stale expectedVersionId is refused with the change since', async () => {
    const [first, second, third] = await versionsOf('one\n', 'two\n', 'three\n');
    const { body } = await restore(first!, { expectedVersionId: second!.versionId });
    expect(body).toMatchObject({ code: 'version_conflict', current: { versionId: third!.versionId } });
    expect(body.changes).toContain('-two\n+three\n');
  });

  test('with the same key is done once', async () => {
    const [first, second] = await versionsOf('one\n', 'two\n');
    const body = { expectedVersionId: second!.versionId, idempotencyKey: crypto.randomUUID() };
    const [once, again] = [await restore(first!, body), await restore(first!, body)];
    expect(again.body.artifact.versionId).toBe(once.body.artifact.versionId);
  });

  test('refuses the current version, and a version of another document', async () => {
    const [only] = await versionsOf('one\n');
    const [other] = await versionsOf('other\n');
    const expected = { expectedVersionId: only!.versionId };
    expectProblem(await restore(only!, expected), 'invalid_request', ['versionId']);
    expectProblem(await restore({ ...only!, versionId: other!.versionId }, expected), 'not_found');
  });
});

describe('the diff of two versions', () => {
  test('is unified, of the current version unless another is named, and names both', async () => {
    const [first, second, third] = await versionsOf('one\nsame\n', 'two\nsame\n', 'three\nsame\n');
    const { body } = await diff(first!, `from=${first!.versionId}`);
    expect(body.from).toEqual({ versionId: first!.versionId, versionNumber: 1, title: 'Notes 1' });
    expect(body.to).toEqual({ versionId: third!.versionId, versionNumber: 3, title: 'Notes 3' });
    expect(body.diff).toMatch(
      /--- version 1: Notes 1\n\+\+\+ version 3: Notes 3\n@@ -1,2 \+1,2 @@\n-one\n\+three\n same\n/,
    );
    const named = await diff(first!, `from=${first!.versionId}&to=${second!.versionId}`);
    expect(named.body.diff).toContain('-one\n+two\n');
  });

  test(`is whole at ${limits.diffBytes} bytes and cut at a line beyond`, async () => {
    const line = 'x'.repeat(999);
    const lines = (count: number, last = '') => `${`${line}\n`.repeat(count)}${last}`;
    const [empty, long] = await versionsOf('', lines(240));
    const whole = (await diff(empty!, `from=${empty!.versionId}`)).body;
    const room = limits.diffBytes - Buffer.byteLength(whole.diff);
    const added = Math.floor(room / 1_001);
    const last = `${'y'.repeat(room - added * 1_001 - 2)}\n`;
    const grown = async (content: string, after: Version) =>
      (
        await will().done(`PATCH /artifacts/${after.id}`, {
          expectedVersionId: after.versionId,
          content,
          idempotencyKey: crypto.randomUUID(),
        })
      ).artifact;
    const exact = await grown(lines(240 + added, last), long!);
    const atLimit = (await diff(empty!, `from=${empty!.versionId}`)).body;
    expect([Buffer.byteLength(atLimit.diff), atLimit.isCut]).toEqual([limits.diffBytes, undefined]);
    await grown(lines(240 + added, `y${last}`), exact);
    const beyond = (await diff(empty!, `from=${empty!.versionId}`)).body;
    expect(beyond.isCut).toBe(true);
    expect(Buffer.byteLength(beyond.diff)).toBeLessThanOrEqual(limits.diffBytes);
    expect(beyond.diff.endsWith(`+${line}\n`)).toBe(true);
  });

  test('refuses two texts that have little in common', async () => {
    const lines = (word: string) => Array.from({ length: 2_000 }, (_, number) => `${word} ${number}\n`).join('');
    const [first] = await versionsOf(lines('one'), lines('two'));
    expectProblem(await diff(first!, `from=${first!.versionId}`), 'invalid_request', ['']);
  });

  test('asks for a version of this document', async () => {
    const [first] = await versionsOf('one\n');
    const [other] = await versionsOf('other\n');
    expectProblem(await diff(first!, ''), 'invalid_request', ['from']);
    expectProblem(await diff(first!, `from=${other!.versionId}`), 'not_found');
  });
});
