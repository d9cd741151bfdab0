import { expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { patience } from '../support/patience.ts';
import { session } from '../support/questions.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

interface Told {
  readonly id: string;
  readonly isGiven?: true;
}

/** The answers in the inbox that were not given yet. */
const toldTo = async (cli: CommandLine) => {
  const { items } = await cli.json('inbox', '--kind', 'answer');
  return (items as Told[]).filter(({ isGiven }) => !isGiven).map(({ id }) => id);
};

/** A question whose answer is ready and was not read, and a command line on its folder. */
async function answered() {
  const cli = await commandLine({ WORKSPACE_DATA: gateway.dataFolder });
  const { query } = await gateway.admin.done('POST /queries', session('How many narwhals?'));
  const ready = async () => (await gateway.admin.done('GET /queries?status=completed')).queries.map(({ id }) => id);
  await expect.poll(ready, patience).toContain(query.id);
  expect(await toldTo(cli)).toEqual([query.id]);
  return { cli, ...query };
}

test('an answer that a command prints from a folder counts as given', async () => {
  const { cli, id } = await answered();
  expect((await cli.json('query', 'get', id)).query).toMatchObject({ id, answer: expect.stringMatching(/./) });
  expect(await toldTo(cli)).toEqual([]);
});

test('so does one that is printed among the messages of its session', async () => {
  const { cli, sessionId } = await answered();
  expect((await cli.json('sessions', '--session', sessionId)).messages).toHaveLength(2);
  expect(await toldTo(cli)).toEqual([]);
});

test('lists of questions and sessions print no answer, so they give none', async () => {
  const { cli, id } = await answered();
  expect(JSON.stringify(await cli.json('query', 'list'))).not.toContain('"answer"');
  await cli.json('sessions');
  expect(await toldTo(cli)).toEqual([id]);
});
