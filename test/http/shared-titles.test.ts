import { expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();

test('shared artifacts are found by words of their titles, also by the first letters of each', async () => {
  const will = people.as('will');
  const title = 'Crossing the Brücken-Bau in spring, spring 2027 東京の橋';
  const { session } = await will.done('POST /sessions', { title });
  await will.done(`POST /sessions/${session.id}/channels`, { channelId: 'general' });
  const { file } = await will.done('POST /files', form(['file', textFile('x'), `${title}.txt`]));
  for (const channelId of ['board', 'general'])
    await will.done(`POST /files/${file.id}/links`, { targetType: 'channel', targetId: channelId });

  const found = async (q: string) => {
    const asked = new URLSearchParams({ q }).toString();
    const { sessions } = await people.as('ned').done(`GET /sessions?${asked}`);
    const { files } = await people.as('ned').done(`GET /files?${asked}`);
    return [sessions.map(({ id }) => id), files.map(({ id }) => id)];
  };
  for (const q of ['bruck', 'SPRING cross', 'Brücken-B', 'bau-brücken', 'spring 202', 'crossed', '東京'])
    expect([q, await found(q)]).toEqual([q, [[session.id], [file.id]]]);
  for (const q of ['rucken', 'spring winter', 'spring 203', '京東']) expect([q, await found(q)]).toEqual([q, [[], []]]);
});
