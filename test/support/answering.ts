import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll } from 'vitest';
import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';
import { scopes } from '../../schemas/operation.ts';
import type { Question } from '../../src/answer/answerer.ts';
import { embeddedAnswerer } from '../../src/answer/engine.ts';
import { openCore } from '../../src/commands/core.ts';
import { readConfig } from '../../src/config.ts';
import type { Services } from '../../src/workspace/operation/context.ts';
import { addSample } from '../../src/folder/sample.ts';
import { findUserByEmail } from '../../src/workspace/people/users.ts';
import { newDataFolder } from './product.ts';
import { addUsers, type NewUser } from './users.ts';

/** The sample workspace and users of it, in this process. */
export interface SampleWorkspace {
  /** The one who made the sample. */
  readonly admin: Workspace;
  as(email: string): Promise<Workspace>;
  readonly services: Pick<Services, 'database' | 'extractor'>;
  /** Waits until search knows all that was stored. */
  indexed(): Promise<void>;
  close(): Promise<void>;
}

export async function openSample(...users: NewUser[]): Promise<SampleWorkspace> {
  const dataFolder = await newDataFolder();
  if (users.length > 0) await addUsers(dataFolder, ...users);
  const core = await openCore(await readConfig({ data: dataFolder }), {
    publicUrl: () => 'http://workspace.test',
    gatewayUrl: async () => 'http://workspace.test',
    onError: (error) => {
      throw error;
    },
  });
  const caller = await core.localCaller('mcp');
  await addSample(core.services, caller);
  return {
    admin: core.workspaceFor(caller),
    services: core.services,
    async as(email) {
      const user = await core.services.database.read((db) => findUserByEmail(db, email));
      return core.workspaceFor({ ...user!, scopes, interface: 'api' });
    },
    indexed: () => core.services.indexer.idle(),
    async close() {
      await core.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}

/** The answer of the embedded engine. */
export const ask = (workspace: Workspace, text: string, more: Partial<Question> = {}): Promise<Answer> =>
  embeddedAnswerer({ asker: 'usr', text, earlier: [], ...more }, workspace, new AbortController().signal);

/** A table as CSV, with the types of columns that an import would not choose. */
export interface SampleTable {
  readonly name: string;
  readonly content: string;
  readonly types: Readonly<Record<string, 'select' | 'checkbox' | 'date_time'>>;
}

/** The sample workspace of a test file, with more tables, each in a channel of its own. */
export function sampleWith(tables: readonly SampleTable[]) {
  let sample: SampleWorkspace;
  const channelIds = new Map<string, string>();
  beforeAll(async () => {
    sample = await openSample();
    for (const { name, content, types } of tables) {
      const { channel } = await sample.admin.channels.create({ name: `Room of ${name}` });
      const file = { fileName: 'table.csv', contentType: 'text/csv', bytes: Readable.from([Buffer.from(content)]) };
      await sample.admin.dataSets.import({ channelId: channel.id, name, file, types });
      channelIds.set(name, channel.id);
    }
    await sample.indexed();
  });
  afterAll(() => sample.close());
  return {
    get admin() {
      return sample.admin;
    },
    indexed: () => sample.indexed(),
    /** Asks in the channel of a table; the sample's own table is asked from nowhere. */
    askIn(table: string, question: string, more: Partial<Question> = {}) {
      const channelId = channelIds.get(table);
      return ask(sample.admin, question, { ...(channelId !== undefined && { channelId }), ...more });
    },
  };
}
