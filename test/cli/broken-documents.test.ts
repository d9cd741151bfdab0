import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { inStorage } from '../support/storage.ts';

test('an unreadable document is not reported as a failure to the people who work here', async () => {
  const cli = await commandLine();
  const dataFolder = join(cli.home, 'data');
  const data = ['--data', dataFolder];
  await writeFile(join(cli.home, 'broken.pdf'), '%PDF-1.7\nand nothing more');
  const { file } = await cli.json('files', '--upload', 'broken.pdf', '--allow-write', ...data);
  const host = cli.start('mcp', ...data);
  const outcome = outcomeOf(host);
  await expect.poll(() => statusOf(dataFolder, file.id)).toBe('none');
  host.stdin.end();
  expect((await outcome).stderr).toBe('');
});

const statusOf = async (dataFolder: string, fileId: string) =>
  inStorage(dataFolder, async (db) => {
    const row = await db.selectFrom('file_texts').select('status').where('file_id', '=', fileId).executeTakeFirst();
    return row?.status;
  });
