import type { Plugin } from 'rolldown';
import { jsonDepth, table } from './src/sdk/table.ts';

const data = `export const table = ${JSON.stringify(table)};\nexport const jsonDepth = ${jsonDepth};`;

/** The client knows its calls as data: what describes and checks them, zod included, is twenty times as much as the client. */
export const tableAsData: Plugin = {
  name: 'table-as-data',
  load: (id) => (id.endsWith('/src/sdk/table.ts') ? data : undefined),
};
