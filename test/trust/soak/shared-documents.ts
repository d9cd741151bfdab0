import assert from 'node:assert/strict';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import type { Act, Agent, Duty } from './agent.ts';
import { lineOf } from './workplace.ts';

/**
 * Documents that all agents change, each its own line. Some cite an old version, and the refusal must show the changes
 * since. The agent reads and merges these, and sends its change again.
 */
export class SharedDocuments implements Duty {
  readonly #agent: Agent;
  /** By document: how far the own line is, and the version that was seen last. */
  readonly steps = new Map<string, number>();
  readonly #seen = new Map<string, string>();
  conflicts = 0;

  constructor(agent: Agent) {
    this.#agent = agent;
    for (const id of agent.workplace.documents) this.steps.set(id, 0);
  }

  get acts(): Act[] {
    return [
      [10, this.read.bind(this)],
      [3, this.step.bind(this)],
      [4, this.stepFromMemory.bind(this)],
    ];
  }

  async read(): Promise<void> {
    await this.#versionOf(this.#one());
  }

  async step(): Promise<void> {
    const id = this.#one();
    await this.#merge(id, await this.#versionOf(id));
  }

  async stepFromMemory(): Promise<void> {
    const id = this.#one();
    await this.#merge(id, this.#seen.get(id) ?? (await this.#versionOf(id)));
  }

  async verify(): Promise<void> {
    for (const id of this.#agent.workplace.documents) await this.#versionOf(id);
  }

  #one(): string {
    return this.#agent.chance.pick(this.#agent.workplace.documents);
  }

  /** With the own line in it as it was acknowledged last. */
  async #versionOf(id: string): Promise<string> {
    const { artifact } = await this.#agent.door.artifacts.get({ artifactId: id });
    const own = artifact.content
      .split('\n')
      .filter((line) => line.startsWith(lineOf(this.#agent.name, 0).slice(0, -2)));
    assert.deepEqual(own, [lineOf(this.#agent.name, this.steps.get(id)!)]);
    this.#seen.set(id, artifact.versionId);
    return artifact.versionId;
  }

  async #merge(id: string, expectedVersionId: string): Promise<void> {
    const done = this.steps.get(id)!;
    const edits = [{ oldText: lineOf(this.#agent.name, done), newText: lineOf(this.#agent.name, done + 1) }];
    for (let cited = expectedVersionId; ; cited = await this.#versionOf(id)) {
      try {
        const { artifact } = await this.#agent.change((idempotencyKey) =>
          this.#agent.door.artifacts.update({ artifactId: id, expectedVersionId: cited, edits, idempotencyKey }),
        );
        this.steps.set(id, done + 1);
        this.#seen.set(id, artifact.versionId);
        return;
      } catch (error) {
        this.#expectConflict(error, cited);
      }
    }
  }

  #expectConflict(error: unknown, cited: string): void {
    if (!(error instanceof WorkspaceError) || error.code !== 'version_conflict') throw error;
    this.conflicts += 1;
    assert.notEqual(error.extras.current?.versionId, cited);
    assert.match(error.extras.changes ?? '', /^\+- .* is at step \d+\.$/m, 'the refusal shows the competing change');
  }
}

/** Each step that was acknowledged to anyone is one version. */
export async function verifyVersions({ client, workplace }: Agent, duties: readonly SharedDocuments[]): Promise<void> {
  for (const id of workplace.documents) {
    const { artifact } = await client.artifacts.get({ artifactId: id });
    const steps = duties.reduce((sum, duty) => sum + duty.steps.get(id)!, 0);
    assert.equal(artifact.versionNumber, 1 + steps);
  }
}
