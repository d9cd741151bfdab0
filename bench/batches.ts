import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../schemas/index.ts';
import { type LocalWorkspace, openLocalWorkspace } from './support/core.ts';
import { type Figure, timed } from './support/figures.ts';
import { inPairs } from './support/pairs.ts';
import { insertion, rawCopy, rowsOfOne } from './support/raw-rows.ts';
import { csvOf, importSales, type Sale, sales } from './support/sales.ts';

const rowsOfBatch = 1_000;
const batches = 10;
const turns = 20;
const turnsOfImport = 9;

/**
 * A batch of 1,000 records beside the same rows in one raw transaction. Also 10,000 records in batches beside an import
 * of them.
 */
export async function batchWrites(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  return [await oneBatch(join(folder, 'one')), await manyBatches(join(folder, 'many'))];
}

async function oneBatch(folder: string): Promise<Figure> {
  mkdirSync(folder);
  const opened = await openLocalWorkspace(join(folder, 'ours'));
  const write = await batchesInto(opened.workspace);
  await write(0);
  // Indexing works beside the next turn, and not in the transaction.
  await opened.indexed();
  const rows = await rowsOfOne(opened.databasePath, () => write(1));
  await opened.indexed();
  // There is one entry of a Data Set, which each batch replaces.
  rows.delete('index_queue');
  const raw = await rawCopy(opened.databasePath, join(folder, 'raw'));
  const insert = insertion(raw, rows);
  const measured = await inPairs(turns, {
    async ours() {
      const milliseconds = await timed(() => write(1));
      await opened.indexed();
      return milliseconds;
    },
    baseline: () => timed(insert),
  });
  await opened.close();
  raw.close();
  return { name: 'batch of 1,000 records: median time', ...measured, unit: 'ms', bound: { atMost: 1.5 } };
}

async function manyBatches(folder: string): Promise<Figure> {
  mkdirSync(folder);
  const file = csvOf(sales(batches * rowsOfBatch));
  let turn = 0;
  const speedOf = async (prepare: (opened: LocalWorkspace) => Promise<() => Promise<unknown>>) => {
    turn += 1;
    const opened = await openLocalWorkspace(join(folder, `data-${turn}`));
    const work = await prepare(opened);
    const milliseconds = await timed(work);
    await opened.close();
    return (batches * rowsOfBatch) / (milliseconds / 1_000);
  };
  const measured = await inPairs(turnsOfImport, {
    ours: () =>
      speedOf(async ({ workspace }) => {
        const write = await batchesInto(workspace);
        return async () => {
          for (let batch = 0; batch < batches; batch += 1) await write(batch);
        };
      }),
    baseline: () =>
      speedOf(
        async ({ workspace }) =>
          () =>
            importSales(workspace, 'Sales', [file]),
      ),
  });
  return {
    name: '10,000 records in batches: speed beside an import',
    ...measured,
    unit: 'rows/s',
    bound: { atLeast: 0.5 },
  };
}

/** Writes batches of the sample's rows into a new Data Set. */
async function batchesInto(workspace: Workspace): Promise<(batch: number) => Promise<unknown>> {
  const { channels } = await workspace.channels.list({});
  const channelId = channels[0]!.id;
  const typed = {
    region: 'text',
    product: 'text',
    amount: 'number',
    quantity: 'number',
    paid: 'checkbox',
    closed: 'date',
  };
  const fields = Object.entries(typed).map(([key, type]) => ({ key, type: type as 'text' }));
  const { dataSet } = await workspace.dataSets.create({ channelId, name: 'Sales', fields });
  const { objectTypeId } = dataSet;
  const rows = sales(batches * rowsOfBatch);
  const create = Array.from({ length: batches }, (_, batch) =>
    rows.slice(batch * rowsOfBatch, (batch + 1) * rowsOfBatch).map(recordOf),
  );
  return (batch) => workspace.records.batch({ channelId, objectTypeId, create: create[batch]! });
}

const recordOf = ([title, region, product, amount, quantity, paid, closed]: Sale) => ({
  title,
  values: { region, product, amount, quantity, paid: paid === 1, closed },
});
