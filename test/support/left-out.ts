import { relative } from 'node:path';
import { beforeEach } from 'vitest';
import { reasonFor } from './of-the-folder.ts';

beforeEach(({ task, skip }) => {
  const reason = reasonFor(relative(process.cwd(), task.file.filepath), task.name);
  if (reason !== undefined) skip(reason);
});
