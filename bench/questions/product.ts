import { join } from 'node:path';
import type { Workspace } from '../../schemas/index.ts';
import { embeddedAnswerer } from '../../src/answer/engine.ts';
import type { Weights } from '../../src/answer/table/model.ts';
import learned from '../../src/answer/table/weights.json' with { type: 'json' };
import { openLocalWorkspace } from '../support/core.ts';
import { answerKey } from './answers.ts';
import { type AskedQuestion, foldOf } from './data.ts';
import { dataSetOf, sheetOf } from './sheets.ts';

/** Keeps a table where the product finds it, and names its channel. Undefined where it cannot be kept so. */
export type Keeping = (workspace: Workspace, csv: string) => Promise<string | undefined>;

export const asDataSet: Keeping = async (workspace, csv) => {
  const { of } = await dataSetOf(workspace, csv);
  return 'channelId' in of ? of.channelId : undefined;
};

export const asSheet: Keeping = async (workspace, csv) => {
  const { channel } = await workspace.channels.create({ name: 'Table' });
  const sheet = await sheetOf(workspace, 'Table', csv, channel.id);
  return sheet && channel.id;
};

/** A question and what the product answered. */
export interface ProductAnswer extends AskedQuestion {
  readonly confidence: string;
  readonly isRight: boolean;
}

const tablesEach = 8;

/**
 * Asks the product in the channel of each table, by weights that know nothing of the table. A few tables share a
 * workspace, because every question looks at all tables of its workspace.
 */
export async function askProduct(
  folder: string,
  keep: Keeping,
  questions: readonly AskedQuestion[],
  tables: ReadonlyMap<string, string>,
  weights: readonly Weights[],
): Promise<ProductAnswer[]> {
  const byTable = [...Map.groupBy(questions, ({ table }) => table)];
  const answers: ProductAnswer[] = [];
  for (let first = 0; first < byTable.length; first += tablesEach) {
    const { workspace, indexed, close } = await openLocalWorkspace(join(folder, `product-${keep.name}-${first}`));
    for (const [table, asked] of byTable.slice(first, first + tablesEach)) {
      const channelId = await keep(workspace, tables.get(table)!);
      if (channelId === undefined) continue;
      await indexed();
      Object.assign(learned, weights[foldOf(table, weights.length)]);
      for (const question of asked) answers.push(await answered(question, channelId, workspace));
    }
    await close();
  }
  return answers;
}

async function answered(asked: AskedQuestion, channelId: string, workspace: Workspace): Promise<ProductAnswer> {
  const { signal } = new AbortController();
  const question = { asker: 'bench', text: asked.question, channelId, earlier: [] };
  const { confidence, values = [] } = await embeddedAnswerer(question, workspace, signal);
  const isRight = answerKey(values.map(({ value }) => value)) === answerKey(asked.answers);
  return { ...asked, confidence, isRight };
}
