import type { Plugin } from 'rolldown';
import { jsonDepth, table } from '../sdk/table.ts';

const data = `export const table = ${JSON.stringify(table)};\nexport const jsonDepth = ${jsonDepth};`;

/** The client knows its calls as data. The schemas that describe them, with zod, are twenty times its size. */
export const tableAsData: Plugin = {
  name: 'table-as-data',
  load: (id) => (id.endsWith('/src/sdk/table.ts') ? data : undefined),
};
