import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { temporaryFolder } from '../support/product.ts';

const w = '--allow-write';

test('an answer names its session, in which the next question is asked', async () => {
  const cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
  await writeFile(join(cli.home, 'deals.csv'), 'Name,Stage\nCrane,won\nLift,lost\nRamp,won\n');
  const types = ['--types', '{"Stage": "select"}'];
  await cli.json('import', 'deals.csv', '--channel', 'general', '--name', 'Deals', ...types, w);
  const { stdout } = await cli.run('query', 'ask', 'How many deals are there?', '--channel', 'general');
  const session = /--session (ses_\w+)/.exec(stdout)?.[1];
  expect(session).toBeDefined();

  const followUp = ['query', 'ask', 'And how many with stage won?', '--session', session!];
  expect(await cli.run(...followUp)).toMatchObject({ status: 4, stderr: expect.stringContaining('--allow-write') });
  const { query } = await cli.json(...followUp, w);
  expect(query).toMatchObject({ status: 'completed', sessionId: session, answer: expect.stringContaining('2') });
  const { messages } = await cli.json('sessions', '--session', session!);
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  const again = await cli.run(...followUp, w);
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining(`--session ${session}`) });
  const both = await cli.run(...followUp, '--channel', 'general', w);
  expect(both).toMatchObject({ status: 2, stdout: '', stderr: '--channel does not go with --session.\n' });
});
