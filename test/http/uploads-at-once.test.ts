import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form } from '../support/forms.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();
const MiB = 1024 * 1024;

/** Longer than what is synced at once while it comes, and cut at no round place. */
const length = 17 * MiB + 5;

test('uploads of several people at once are stored as they were sent, and others write meanwhile', async () => {
  const upload = async (name: 'mia' | 'will', number: number) => {
    const bytes = randomBytes(length);
    const fields = form(['file', new Blob([bytes], { type: 'application/octet-stream' }), `${number}.bin`]);
    const { file } = await people.as(name).done('POST /files', fields);
    const { bytes: stored } = await people.as(name).call(`GET /files/${file.id}/content`);
    return stored.equals(bytes);
  };
  const uploads = Array.from({ length: 6 }, (_, number) => upload(number % 2 === 0 ? 'mia' : 'will', number));
  const posts = Array.from({ length: 20 }, (_, number) =>
    people.as('will').done('POST /channels/general/posts', { body: `post ${number}` }),
  );
  expect(await Promise.all(uploads)).toEqual(uploads.map(() => true));
  expect(await Promise.all(posts)).toHaveLength(20);
  await expectSound(people.dataFolder);
});
