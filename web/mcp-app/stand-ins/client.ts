import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { call } from '../calls.ts';

interface Named {
  readonly channelId: string;
  readonly recordId: string;
}

/** The operations of the workspace that apps use, by its tools and through the host. */
export const workspace = {
  records: {
    get: (named: Named) => call<{ record: WorkspaceRecord }>('workspace_record_get', named),
    create: ({ title, values, ...of }: { title: string; values: object }) =>
      call<{ created?: string[] }>('workspace_records_write', { ...of, create: [{ title, values }] }),
    batch: (batch: object) => call<{ created?: string[] }>('workspace_records_write', batch),
  },
};
