import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../schemas/problem.ts';
import { expectSound } from '../support/check.ts';
import { connectHost, type Host } from '../support/hosts.ts';
import { sharedGateway } from '../support/rest.ts';

/** An update through one surface. It returns the new version or the problem. */
type Update = (cited: Cited, content: string) => Promise<{ artifact?: Cited; problem?: Problem }>;
interface Cited {
  readonly id: string;
  readonly versionId: string;
  readonly versionNumber: number;
}

const gateway = sharedGateway();
const hosts: Host[] = [];
beforeAll(async () => {
  hosts.push(...(await Promise.all([1, 2, 3].map(() => connectHost(gateway.dataFolder, [])))));
});
afterAll(() => Promise.all(hosts.map((host) => host.client.close())));

const throughHost =
  (host: number): Update =>
  async ({ id, versionId }, content) => {
    const input = { artifactId: id, expectedVersionId: versionId, content };
    const { structured, problem } = await hosts[host]!.call('workspace_artifact_update', input);
    return problem ? { problem } : { artifact: structured.artifact };
  };

const throughGateway: Update = async ({ id, versionId }, content) => {
  const change = { expectedVersionId: versionId, content, idempotencyKey: crypto.randomUUID() };
  const { status, body } = await gateway.admin.call(`PATCH /artifacts/${id}`, change);
  return status === 200 ? { artifact: body.artifact } : { problem: body };
};

const surfaces = [throughHost(0), throughHost(1), throughHost(2), throughGateway];
const rivals = [...surfaces, ...surfaces, ...surfaces];

async function create(content: string): Promise<Cited> {
  return (await hosts[0]!.done('workspace_artifact_create', { kind: 'markdown', title: 'Contested', content }))
    .artifact;
}

const versionsOf = async ({ id }: Cited) =>
  (await gateway.admin.done(`GET /artifacts/${id}/versions?limit=200`)).versions;

describe('many updates at once that cite the same version', () => {
  test('one wins each round, and every other is shown the winner’s change', async () => {
    let current = await create('round 0\nlast line\n');
    for (let round = 1; round <= 10; round += 1) {
      const textOf = (rival: number) => `round ${round} rival ${rival}\nlast line\n`;
      const outcomes = await Promise.all(rivals.map((update, rival) => update(current, textOf(rival))));

      const winner = outcomes.findIndex(({ artifact }) => artifact);
      const won = outcomes[winner]?.artifact;
      expect(won?.versionNumber).toBe(round + 1);
      const losers = outcomes.filter((_, rival) => rival !== winner);
      expect(losers.map(({ problem }) => [problem?.code, problem?.current?.versionId])).toEqual(
        losers.map(() => ['version_conflict', won?.versionId]),
      );
      for (const { problem } of losers) {
        expect(problem).toMatchObject({ status: 409, current: { versionNumber: round + 1 } });
        expect(problem?.changes).toContain(`\n+${textOf(winner).split('\n')[0]}\n last line`);
      }
      current = won!;
    }
    const versions = await versionsOf(current);
    expect(versions.map(({ versionNumber }) => versionNumber)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('nothing is lost when each retries on what it was shown: every text is a version of its own', async () => {
    const created = await create('first');
    const insist = async (update: Update, content: string) => {
      for (let cited = created; ; ) {
        const { artifact, problem } = await update(cited, content);
        if (artifact) return artifact.versionNumber;
        cited = { ...cited, versionId: problem!.current!.versionId! };
      }
    };
    const numbers = await Promise.all(rivals.map((update, rival) => insist(update, `text of rival ${rival}`)));

    const expected = rivals.map((_, index) => index + 2);
    expect([...numbers].sort((a, b) => a - b)).toEqual(expected);
    const versions = await versionsOf(created);
    expect(versions.map(({ versionNumber }) => versionNumber).toReversed()).toEqual([1, ...expected]);
    for (const [rival, number] of numbers.entries()) {
      const { versionId } = versions.find(({ versionNumber }) => versionNumber === number)!;
      const { version } = await gateway.admin.done(`GET /artifacts/${created.id}/versions/${versionId}`);
      expect(version.content).toBe(`text of rival ${rival}`);
    }
    await expectSound(gateway.dataFolder);
  });
});

test('one of many creations with one slug at once wins, and the others are told that it is taken', async () => {
  const outcomes = await Promise.all(
    rivals.map(() => gateway.admin.call('POST /channels', { name: 'Contested', slug: 'contested' })),
  );
  expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
    rivals.slice(1).map(() => 'already_exists'),
  );
});
