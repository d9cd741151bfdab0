import * as z from 'zod';
import { ChannelId, pageInput, pageOutput, Timestamp, Title } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

const SourceKind = z.enum(['csv', 'sqlite']);

/** A file whose rows are the records of a Data Set. */
export const Source = z.object({
  sourceId: z.string(),
  objectTypeId: z.string().describe('ID of its Data Set'),
  name: z.string().describe('Name of its Data Set'),
  channelId: z.string(),
  kind: SourceKind,
  path: z.string().optional().describe('The file, only for the owner of the data folder'),
  table: z.string().optional().describe('The table of a SQLite file'),
  key: z.string().describe('The column whose values tell the rows apart'),
  everyMinutes: z.int(),
  records: z.int(),
  synchronizedAt: Timestamp.describe('When the records were last those of the source'),
  triedAt: Timestamp.optional().describe('When the last attempt was, if it met a problem'),
  problem: z.string().optional().describe('The problem of the last attempt'),
});
export type Source = z.infer<typeof Source>;

/** The result of a synchronisation: counts of records, or the problem because of which nothing changed. */
export const Synchronization = z.object({
  sourceId: z.string(),
  objectTypeId: z.string(),
  name: z.string(),
  added: z.int().optional(),
  changed: z.int().optional(),
  removed: z.int().optional(),
  problem: z.string().optional(),
});
export type Synchronization = z.infer<typeof Synchronization>;

const SourceId = z.string().min(1).max(limits.identifier).describe('Source ID');

const minutes = `must be minutes, from 1 to ${limits.sourceMinutesMost}`;

export const sources = {
  list: operation({
    summary: 'The connected sources of the channels that the caller reads, in the order in which they were added',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/sources',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ sources: z.array(Source), ...pageOutput }),
  }),
  get: operation({
    summary: 'One connected source, how it stands and what is wrong with it',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/sources/{sourceId}',
    input: () => z.strictObject({ sourceId: SourceId }),
    output: () => z.object({ source: Source }),
  }),
  add: operation({
    summary: 'Make a Data Set of a file and keep it so, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/sources',
    example: {
      channelId: 'sales',
      name: 'Orders',
      kind: 'csv',
      path: '/srv/exports/orders.csv',
      key: 'order_number',
      everyMinutes: 60,
    },
    input: () =>
      z
        .strictObject({
          channelId: ChannelId,
          name: Title,
          kind: SourceKind,
          path: z.string().min(1).max(limits.sourcePath).describe('Absolute path of the file'),
          table: z.string().min(1).max(limits.title).optional().describe('Table or view, which a SQLite file needs'),
          key: z.string().max(limits.title).describe('The column whose values tell the rows apart'),
          everyMinutes: z
            .int(minutes)
            .min(1, minutes)
            .max(limits.sourceMinutesMost, minutes)
            .optional()
            .describe(`Default: ${limits.sourceMinutesDefault}`),
        })
        .refine(({ kind, table }) => (kind === 'sqlite') === (table !== undefined), {
          path: ['table'],
          message: 'must be given for a SQLite file, and only for one',
        }),
    output: () => z.object({ source: Source }),
  }),
  synchronize: operation({
    summary: 'Make the records of a Data Set match its source, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/sources/{sourceId}/synchronize',
    input: () => z.strictObject({ sourceId: SourceId }),
    output: () => z.object({ source: Synchronization }),
  }),
  takeDue: operation({
    summary: 'Take over a source whose turn has come, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/sources/take-due',
    example: { notTriedSince: '2026-11-23T08:00:00.000Z' },
    input: () =>
      z.strictObject({
        notTriedSince: Timestamp.max(limits.identifier)
          .optional()
          .describe('Leaves out sources that were tried from then on'),
      }),
    output: () => z.object({ source: Source.optional().describe('Absent when no source is due') }),
  }),
};
