import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { DocumentWriter } from '../support/document-writer.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { Random } from '../support/random.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const steps = 40;
const lines = Array.from({ length: 8 }, (_, line) => `Line ${line}.`);
const acts = [
  'type',
  'type',
  'type',
  'save',
  'save',
  'compare',
  'goOn',
  'copy',
  'leave',
  'offline',
  'takeBack',
] as const;

/** Writes for a while, and says what was written. */
async function writing(writer: DocumentWriter, name: string, random: Random): Promise<string[]> {
  const words: string[] = [];
  const type = async () => {
    const word = `${name}${words.length}.`;
    await writer.type(word);
    words.push(word);
  };
  const doing = {
    type,
    save: () => writer.save(),
    compare: () => writer.compare(),
    goOn: () => writer.goOn(),
    copy: () => writer.keepCopy(),
    leave: () => writer.leave(),
    takeBack: () => writer.press('Undo'),
    offline: () =>
      writer.offline(async () => {
        await type();
        if (random.onceIn(2)) await writer.save();
      }),
  };
  for (let step = 0; step < steps; step += 1) await doing[random.pick(acts)]();
  return words;
}

/** An agent adds words to lines until the others are done. */
async function agentWriting(id: string, random: Random, isOver: () => boolean): Promise<string[]> {
  const { call, done } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('mia').token!);
  const words: string[] = [];
  while (!isOver()) {
    const { artifact } = await done('workspace_artifact_get', { artifactId: id });
    const oldText = random.pick(artifact.content.split('\n').filter((line) => line !== ''));
    const word = `agent${words.length}.`;
    const input = {
      artifactId: id,
      expectedVersionId: artifact.versionId,
      edits: [{ oldText, newText: `${oldText} ${word}` }],
      idempotencyKey: randomUUID(),
    };
    // Somebody else may have saved since the agent read.
    const { problem } = await call('workspace_artifact_update', input);
    if (!problem) words.push(word);
    await new Promise((resolve) => setTimeout(resolve, random.below(1_500)));
  }
  return words;
}

/** All texts that the workspace has stored: each version of each document of the channel. */
async function stored(): Promise<string> {
  const { done } = gateway.as('mia');
  const texts: string[] = [];
  const { artifacts } = await done('GET /artifacts?channelId=board&limit=100');
  for (const { id } of artifacts) {
    let cursor: string | undefined;
    do {
      const page = await done(`GET /artifacts/${id}/versions?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
      for (const { versionId } of page.versions)
        texts.push((await done(`GET /artifacts/${id}/versions/${versionId}`)).version.content);
      cursor = page.nextCursor;
    } while (cursor);
  }
  return texts.join('\n');
}

test('two people and an agent write one document at once, and every word is in a version or in a draft', async () => {
  const input = { kind: 'markdown', title: 'Plan', content: `${lines.join('\n')}\n`, channelId: 'board' };
  const { id } = (await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() })).artifact;
  const [mia, will] = await Promise.all(
    (['mia', 'will'] as const).map(async (name, seed) => {
      const user = `${name}@workspace.test`;
      const page = await appPage(shared.browser, gateway, { user, path: `/artifacts/${id}/edit` });
      const random = new Random(seed);
      return { writer: new DocumentWriter(page, id, random, lines.length), name, random };
    }),
  );
  let isOver = false;
  const agent = agentWriting(id, new Random(2), () => isOver);
  const words = await Promise.all(
    [mia!, will!].map(({ writer, name, random }) => writing(writer, name, random)),
  ).finally(() => (isOver = true));
  const all = [...words.flat(), ...(await agent)];
  const missing = async () => {
    const found = [await stored(), ...(await Promise.all([mia!, will!].map(({ writer }) => writer.drafts())))].join(
      '\n',
    );
    return all.filter((word) => !found.includes(` ${word}`));
  };
  await expect.poll(missing).toEqual([]);
});
