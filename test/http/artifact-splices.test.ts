import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

type Splice = readonly [start: number, end: number, text: string];

async function made(content: string, kind = 'csv') {
  const { artifact } = await gateway.admin.done('POST /artifacts', { kind, title: 'Sheet', content }, keyed());
  const expectedVersionId = artifact.versionId;
  const path = `/artifacts/${artifact.id}`;
  const spliced = (splices: readonly Splice[], more: object = {}) =>
    gateway.admin.call(
      `PATCH ${path}`,
      { expectedVersionId, splices: splices.map(([start, end, text]) => ({ start, end, text })), ...more },
      keyed(),
    );
  const read = async () => (await gateway.admin.done(`GET ${path}`)).artifact;
  return { spliced, read, path };
}

test('splices replace, insert, remove and append bytes of the cited version', async () => {
  const { spliced, read } = await made('städte,anzahl\nöl,1\n');
  const bytes = Buffer.byteLength('städte,anzahl\nöl,1\n');
  const reply = await spliced([
    [0, 7, 'Orte'],
    [8, 8, 'die '],
    [15, 17, 'Ö'],
    [bytes, bytes, '💧,2\n'],
  ]);
  expect(reply.body.artifact).toMatchObject({ versionNumber: 2, title: 'Sheet' });
  expect(await read()).toMatchObject({ content: 'Orte,die anzahl\nÖl,1\n💧,2\n', versionNumber: 2 });
});

test('a splice out of order, out of range or inside a character is refused at its place, and nothing is stored', async () => {
  const { spliced, read } = await made('aäb\n');
  for (const [splices, path] of [
    [[[0, 2, '']], '/splices/0/end'],
    [[[2, 3, '']], '/splices/0/start'],
    [[[0, 6, '']], '/splices/0/end'],
    [[[6, 6, '']], '/splices/0/start'],
    [[[3, 1, '']], '/splices/0/end'],
    [
      [
        [0, 3, 'x'],
        [1, 4, ''],
      ],
      '/splices/1/start',
    ],
    [
      [
        [4, 4, 'x'],
        [0, 1, ''],
      ],
      '/splices/1/start',
    ],
    [[[0, 0, '\0']], '/splices/0/text'],
    [[[0, 0, '\ud800']], '/splices/0/text'],
    [[[-1, 0, '']], '/splices/0/start'],
    [[[0, 0.5, '']], '/splices/0/end'],
  ] as [Splice[], string][])
    expectProblem(await spliced(splices), 'invalid_request', [path]);
  expectProblem(await spliced([]), 'invalid_request', ['/splices']);
  expectProblem(await spliced([[0, 0, 'x']], { content: 'y' }), 'invalid_request', ['/edits']);
  expect(await read()).toMatchObject({ content: 'aäb\n', versionNumber: 1 });
});

test('splices of a version that is not current are a conflict with the change made since', async () => {
  const { spliced, read } = await made('# One\n', 'markdown');
  expect((await spliced([[2, 5, 'Two']])).status).toBe(200);
  const problem = expectProblem(await spliced([[2, 5, 'Three']]), 'version_conflict');
  expect(problem.changes).toContain('+# Two');
  expect((await read()).content).toBe('# Two\n');
});

test(`${limits.splices} splices are applied, one more is refused`, async () => {
  const { spliced, read } = await made('x'.repeat(limits.splices + 1));
  const one = Array.from({ length: limits.splices }, (_, at): Splice => [at, at + 1, 'yz']);
  expectProblem(await spliced([...one, [limits.splices, limits.splices + 1, 'y']]), 'invalid_request', ['/splices']);
  expect((await spliced(one)).status).toBe(200);
  expect((await read()).content).toBe(`${'yz'.repeat(limits.splices)}x`);
});

test('a sheet may grow to its limit by splices, and not beyond', async () => {
  const { spliced, read } = await made('a\n'.repeat(limits.csvBytes / 2 - 1));
  const end = limits.csvBytes - 2;
  expectProblem(await spliced([[end, end, 'abc']]), 'too_large');
  expect((await spliced([[end, end, 'b\n']])).status).toBe(200);
  expect((await read()).size).toBe(limits.csvBytes);
});

test('after all of this the folder is sound', () => expectSound(gateway.dataFolder));
