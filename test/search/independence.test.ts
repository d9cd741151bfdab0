import { beforeAll, expect, test } from 'vitest';
import { titles } from '../support/finding.ts';
import { type Account, sharedGateway } from '../support/rest.ts';

const [mia, noor, eve] = ['mia@one.test', 'noor@one.test', 'eve@two.test'];
const gateway = sharedGateway({ email: mia }, { email: noor }, { email: eve, role: 'admin', organization: 'Two' });

const document = (by: Account, title: string, content: string, place: object = {}) =>
  by.done('POST /artifacts', { kind: 'markdown', title, content, idempotencyKey: crypto.randomUUID(), ...place });

/**
 * The documents match different words. Their order depends on how rare the words are, and on the lengths of the texts.
 */
const searches = ['quagga', 'quagga okapi', 'okapi tapir', 'tapir quagga okapi "quagga okapi"', 'the tapir', '動物園'];
const forms = ['', '&types=["artifact"]', '&channelId=general', '&passages=2', '&limit=2'];

const answers = () =>
  Promise.all(
    searches.flatMap((q) =>
      forms.map(async (form) => JSON.stringify((await gateway.as(mia).done(`GET /search?q=${q}${form}`)) as object)),
    ),
  );

beforeAll(async () => {
  const as = gateway.as(mia);
  const place = { channelId: 'general' };
  await document(as, 'Stripes', 'The quagga had few stripes. '.repeat(3), place);
  await document(as, 'Forest', `The okapi hides. ${'It is dark there. '.repeat(40)}`, place);
  await document(as, 'Okapi and tapir', 'Both are shy.', place);
  await document(as, 'Both', `A quagga and an okapi met a tapir. ${'They went on. '.repeat(90)}`, place);
  await document(as, '動物園', '上野動物園にはオカピがいる。', place);
});

test('texts of others change neither order nor scores nor any other byte of an answer', async () => {
  const before = await answers();
  expect(before.every((answer) => answer.includes('"id"'))).toBe(true);
  await gateway.as(noor).done('POST /channels', { name: 'Zoo', slug: 'zoo', visibility: 'private' });
  await gateway.as(eve).done('POST /channels', { name: 'Theirs' });
  const others = [
    [gateway.as(noor), { channelId: 'zoo' }],
    [gateway.as(noor), {}],
    [gateway.as(eve), { channelId: 'theirs' }],
  ] as const;
  for (const [by, place] of others) {
    for (let number = 0; number < 8; number += 1) {
      await document(
        by,
        `Okapi ${number} 動物園`,
        `okapi okapi 動物園の動物 ${'long and longer '.repeat(number * 60)}`,
        place,
      );
      await by.done('POST /sessions', { title: 'the tapir okapi' });
    }
  }
  expect(await answers()).toEqual(before);
});

test('it does change what those find who may read it', async () => {
  const [first] = titles(await gateway.as(noor).done('GET /search?q=okapi'));
  expect(first).toMatch(/^Okapi \d 動物園|the tapir okapi/);
});
