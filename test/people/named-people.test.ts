import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { beginningsNamed, namedPeople } from '../../schemas/named-people.ts';
import { newId } from '../../src/store/ids.ts';
import type { Db } from '../../src/store/tables.ts';
import { readersCalled } from '../../src/workspace/operation/names/people-sql.ts';
import { openSample, type SampleWorkspace } from '../support/answering.ts';

/** Colleagues of one name, of whom only the first is a member of a large private channel. */
const namesakes = Array.from({ length: 60 }, (_, number) => ({
  email: `namesake${number}@workspace.test`,
  name: `Shared Name ${number + 10}`,
}));
const crowd = Array.from({ length: limits.candidates + 5 }, (_, number) => ({
  email: `crowd${number}@workspace.test`,
  name: `Crowd ${number + 10}`,
}));
let sample: SampleWorkspace;
beforeAll(async () => {
  sample = await openSample(...crowd, ...namesakes);
});
afterAll(() => sample.close());

const longest = (names: string) => names.repeat(Math.floor(limits.body / names.length));

test('equal texts after an @ are looked up once, and a text has a bounded number of them', () => {
  expect(beginningsNamed(longest('@a '))).toEqual(['a']);
  expect(beginningsNamed(longest('@a!'))).toEqual(['a!', 'a']);
  const many = Array.from({ length: limits.namesInText + 50 }, (_, number) => `@x${number}`);
  expect(beginningsNamed(many.join(' '))).toEqual(many.slice(0, limits.namesInText).map((name) => name.slice(1)));
  expect(namedPeople(many.join(', '), []).map(({ text }) => text)).toEqual(many.slice(0, limits.namesInText));
  const words = Array.from({ length: 100 }, (_, number) => `w${number}`);
  expect(beginningsNamed(`@${words.join(' ')}`)).toHaveLength(10);
});

const ben = { id: 'ben', name: 'Ben' };
const isNamed = (body: string) => namedPeople(body, [ben]).some(({ people }) => people.includes(ben));

test.each([
  ['I waited ~~~ long, @ben please look'],
  ['I waited ``` long, @ben please look'],
  ['The key ` is broken\n\n@ben, see `this`'],
  ['The key ` is broken, @ben'],
  ['`` one ` two @ben'],
  ['```\ncode\n```\n@ben'],
  ['```a``` @ben'],
  ['~~~~\ncode\n~~~~~\n@ben'],
  ['> ```\n> code\n> ```\n@ben'],
])('%j names somebody beside code', (body) => {
  expect(isNamed(body)).toBe(true);
});

test.each([
  ['`@ben`'],
  ['`` a ` @ben ``'],
  ['`one\n@ben`'],
  ['```\n@ben\n```'],
  ['  ~~~ text\n\n@ben\n~~~'],
  ['```\n@ben'],
  ['````\n```\n@ben\n````'],
  ['```\n~~~\n@ben\n``` no end\n@ben'],
  ['> ```\r\n> @ben\r\n> ```'],
])('%j names somebody in code alone', (body) => {
  expect(isNamed(body)).toBe(false);
});

test('of many readers who are called so, a few more come than are shown, and a whole name is found among them', async () => {
  const { channels } = await sample.admin.channels.list({});
  const channelId = channels.find(({ slug }) => slug === 'general')!.id;
  const { organization } = await sample.admin.me.get({});
  const rows = (...beginnings: string[]) =>
    sample.services.database.read((db) =>
      readersCalled(db, { organizationId: organization.id, channelId, beginnings: JSON.stringify(beginnings) }),
    );
  expect((await rows('crowd')).map(({ name }) => name)).toEqual(
    crowd.slice(0, limits.candidates + 1).map(({ name }) => name),
  );
  const body = `@Crowd and @${crowd.at(-1)!.name}, hello`;
  const { post, notMentioned } = await sample.admin.posts.create({ channelId, body });
  const [last] = await rows(crowd.at(-1)!.name.toLowerCase());
  expect(post.mentionedUserIds).toEqual([last!.id]);
  expect(notMentioned).toMatchObject([{ text: '@Crowd', candidates: { length: limits.candidates } }]);
});

test('a large private channel mentions whom few colleagues are called like, and nobody whom very many are', async () => {
  const { channel } = await sample.admin.channels.create({ name: 'Large', visibility: 'private' });
  for (const { email } of [crowd[0]!, namesakes[0]!])
    await sample.admin.members.put({ channelId: channel.id, userId: email, role: 'writer' });
  await sample.services.database.write('service', (tx) => addMembers(tx, channel.id, 1_000));
  const post = async (body: string) => (await sample.admin.posts.create({ channelId: channel.id, body })).post;
  const idOf = async (email: string) => (await sample.admin.people.list({ q: email })).people[0]!.id;
  const whole = await post(`@${namesakes[0]!.name} and @Crowd, hello`);
  expect(whole.mentionedUserIds.toSorted()).toEqual(
    [await idOf(namesakes[0]!.email), await idOf(crowd[0]!.email)].toSorted(),
  );
  expect((await post('@Shared, hello')).mentionedUserIds).toEqual([]);
});

/** Members who are called otherwise. */
async function addMembers(tx: Db, channelId: string, count: number): Promise<void> {
  const { organization_id } = await tx
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  const created_at = new Date().toISOString();
  for (let made = 0; made < count; made += 1) {
    const id = newId('usr');
    await tx
      .insertInto('users')
      .values({ id, organization_id, name: `Other ${made}`, role: 'member', created_at })
      .execute();
    await tx
      .insertInto('channel_members')
      .values({ channel_id: channelId, user_id: id, role: 'writer', created_at })
      .execute();
  }
}
