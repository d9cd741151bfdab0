import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { call } from '../calls.ts';
import { tellModel } from '../host.ts';

interface Named {
  readonly channelId: string;
  readonly recordId: string;
}

interface Written {
  readonly created?: readonly string[];
  readonly updated?: Readonly<Record<string, number>>;
}

/** Writes records. The model learns which, so that it does not go on with what it read before. */
async function write(batch: object): Promise<Written> {
  const written = await call<Written>('workspace_records_write', batch);
  const ids = [...(written.created ?? []), ...Object.keys(written.updated ?? {})];
  if (ids.length > 0) tellModel(`The person wrote these records in the app; read them anew: ${ids.join(', ')}`);
  return written;
}

/** The operations of the workspace that apps use, by its tools and through the host. */
export const workspace = {
  records: {
    get: (named: Named) => call<{ record: WorkspaceRecord }>('workspace_record_get', named),
    create: ({ title, values, ...of }: { title: string; values: object }) =>
      write({ ...of, create: [{ title, values }] }),
    batch: write,
  },
};
