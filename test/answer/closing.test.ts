import { expect, onTestFinished, test } from 'vitest';
import type { Workspace } from '../../schemas/index.ts';
import { ask, openSample } from '../support/answering.ts';

test('a question is answered from what is left when a channel is closed to the asker meanwhile', async () => {
  const sample = await openSample({ email: 'asker@workspace.test' });
  onTestFinished(() => sample.close());
  const { admin } = sample;
  for (const name of ['Open', 'Closing']) {
    const { channel } = await admin.channels.create({ name });
    const fields = [
      { key: 'tons', type: 'number' as const },
      { key: 'owner', type: 'user' as const },
    ];
    await admin.dataSets.create({ channelId: channel.id, name: `${name} cargoes`, fields });
  }
  const asker = await sample.as('asker@workspace.test');
  const closing: Workspace = Object.create(asker, {
    members: {
      value: {
        async list(input: Parameters<Workspace['members']['list']>[0]) {
          await admin.channels.update({ channelId: 'closing', visibility: 'private' });
          return asker.members.list(input);
        },
      },
    },
  });
  const { answer } = await ask(closing, 'How many of the cargoes have me as owner?');
  expect(answer).toContain('Open cargoes');
  expect(answer).not.toContain('Closing cargoes');
});
