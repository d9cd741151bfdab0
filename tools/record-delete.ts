import * as z from 'zod';
import { named, trashQuestion } from './asking.ts';
import { channelId, idempotencyKey, recordId } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_delete',
  group: 'records',
  title: 'Delete a record',
  description: 'Moves a record to the trash; files and documents that its fields point to stay.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ channelId, recordId, idempotencyKey }),
  output: z.object({ deleted: z.boolean() }),
  async asks(workspace, { channelId: channel, recordId: id }) {
    const { record } = await workspace.records.get({ channelId: channel, recordId: id });
    return trashQuestion(`the record ${named(record.title)}`);
  },
  run: (workspace, input) => workspace.records.remove(input),
});
