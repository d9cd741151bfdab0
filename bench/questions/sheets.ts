import { Readable } from 'node:stream';
import type { Workspace } from '../../schemas/index.ts';
import { read, type TableSubject } from '../../src/answer/table/subject.ts';
import type { Grid } from '../../src/answer/table/grid.ts';

/** A table as a sheet of the workspace, and as the engine reads it. */
export interface Sheet {
  readonly subject: TableSubject;
  readonly grid: Grid;
  readonly isWhole: boolean;
}

/** Makes a sheet of a CSV file; undefined where it can be no sheet. */
export async function sheetOf(
  workspace: Workspace,
  title: string,
  csv: string,
  channelId?: string,
): Promise<Sheet | undefined> {
  try {
    const content = { kind: 'csv' as const, title, content: csv, ...(channelId !== undefined && { channelId }) };
    const { artifact } = await workspace.artifacts.create({ ...content, idempotencyKey: crypto.randomUUID() });
    const { sheet } = await workspace.artifacts.sheet({ artifactId: artifact.id });
    const { fields, rowCount } = sheet;
    const subject = { name: '', of: { artifactId: artifact.id }, fields, rows: rowCount };
    return { subject, ...(await read(workspace, subject, [])) };
  } catch (error) {
    if ((error as { code?: string }).code === 'invalid_request') return undefined;
    throw error;
  }
}

/** Makes a Data Set of a CSV file, with the types that an import chooses by itself. */
export async function dataSetOf(workspace: Workspace, csv: string): Promise<TableSubject> {
  const { channel } = await workspace.channels.create({ name: 'Table' });
  const file = { fileName: 'table.csv', contentType: 'text/csv', bytes: Readable.from([Buffer.from(csv)]) };
  const { dataSet, imported: rows } = await workspace.dataSets.import({ channelId: channel.id, name: 'Table', file });
  return { name: '', of: { channelId: channel.id, objectTypeId: dataSet.objectTypeId }, fields: dataSet.fields, rows };
}
