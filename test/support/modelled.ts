import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Query } from '../../schemas/queries.ts';
import { importCsv } from './imports.ts';
import { hide } from './leaks.ts';
import { answers, calls, scriptedModel, type ScriptedModel } from './models.ts';
import { answered, answerTo } from './questions.ts';
import { type Account, gatewayWith, type SharedGateway } from './rest.ts';

export const protocols = ['openai', 'anthropic'] as const;
export type Protocol = (typeof protocols)[number];

export const modelName = 'planted-model-name';
export const modelKey = 'planted-model-key';

/** The first line of the embedded engine's answer when the model gave none. */
export const notAnswered = '_The language model did not answer, so the built-in engine did._';

export interface Modelled {
  readonly gateway: SharedGateway;
  readonly model: ScriptedModel;
  /** Deals in the channel `sales`. Two are won, with 1,234,567.5 together. */
  readonly objectTypeId: string;
  /** In `sales`. */
  readonly planId: string;
  /** In the private channel `board`, which Ned does not see. */
  readonly secretId: string;
  /** By the admin unless somebody else is named. */
  ask(question: string, about?: object, by?: Account): Promise<Query>;
  /** Sends a message to a conversation and returns its answered query. */
  go(sessionId: string, body: string): Promise<Query>;
  /** Calls of run_query that give the figures above, as q1. */
  readonly sumOfWon: ReturnType<typeof calls>;
}

/** A gateway whose questions a scripted model answers, with something to ask about. */
export function modelledGateway(protocol: Protocol): Modelled {
  const model = scriptedModel();
  const folder = mkdtempSync(join(tmpdir(), 'workspace-test-'));
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, `${modelKey}\n`);
  afterAll(() => rmSync(folder, { recursive: true }));
  const name = protocol === 'anthropic' ? `anthropic:${modelName}` : modelName;
  const gateway = gatewayWith(() => ['--model', name, '--model-url', model.url, '--model-key-file', keyFile], {
    email: 'ned@workspace.test',
  });
  const made = { objectTypeId: '', planId: '', secretId: '' };

  beforeAll(async () => {
    hide('the name of the model', modelName);
    hide('the key of the model', modelKey);
    hide('the address of the model', new URL(model.url).host);
    hide('what the model said of its failure', 'planted-error-text');
    const { admin } = gateway;
    await admin.done('POST /channels', { name: 'Sales' });
    await admin.done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
    made.objectTypeId = (await importCsv(admin, 'sales', deals, { name: 'Deals' })).dataSet.objectTypeId;
    made.planId = await newDocument(admin, 'sales', 'Launch plan', plan);
    made.secretId = await newDocument(admin, 'board', 'Board only', 'The codeword is heliotrope.');
  });

  return {
    gateway,
    model,
    get objectTypeId() {
      return made.objectTypeId;
    },
    get planId() {
      return made.planId;
    },
    get secretId() {
      return made.secretId;
    },
    ask: (question, about, by = gateway.admin) => answerTo(by, question, about),
    async go(sessionId, body) {
      const reply = await gateway.admin.call(`POST /sessions/${sessionId}/messages`, { body });
      const { query }: { query: { id: string } } = JSON.parse(reply.bytes.toString());
      return answered(gateway.admin, query.id);
    },
    get sumOfWon() {
      return calls('run_query', sumOfWon(made.objectTypeId));
    },
  };
}

const deals = `Name,Stage,Amount,Closed
Pilot,won,1000000,2026-05-02
Expansion,won,234567.5,2026-05-18
Migration,lost,31500,2026-06-15
`;

const plan = 'We open in Oslo on 5 May 2027. The budget is 42,000 euro. See https://launch.test/plan for more.';

export const sumOfWon = (objectTypeId: string) => ({
  channelId: 'sales',
  objectTypeId,
  operation: 'aggregate',
  metrics: [
    { alias: 'won', function: 'sum', field: 'amount' },
    { alias: 'deals', function: 'count_rows' },
  ],
  filters: [{ field: 'stage', operator: 'eq', value: 'won' }],
});

export async function newDocument(by: Account, channelId: string, title: string, content: string): Promise<string> {
  const document = { kind: 'markdown', title, content, channelId, idempotencyKey: crypto.randomUUID() };
  return (await by.done('POST /artifacts', document)).artifact.id;
}

/** The end of a script whose last call must have been refused. */
export const givesIn = answers({ text: 'I give in.', confidence: 'none' });

/** Expects that the last call of the model was refused for this reason. */
export function expectRefused({ model }: Modelled, why: RegExp): void {
  expect(model.asked.at(-1)!.result).toMatch(/^Refused\./);
  expect(model.asked.at(-1)!.result).toMatch(why);
}
