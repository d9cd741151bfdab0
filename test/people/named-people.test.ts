import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { beginningsNamed, namedPeople } from '../../schemas/named-people.ts';
import { readersCalled } from '../../src/workspace/operation/names/people-sql.ts';
import { openSample, type SampleWorkspace } from '../support/answering.ts';

const crowd = Array.from({ length: limits.candidates + 5 }, (_, number) => ({
  email: `crowd${number}@workspace.test`,
  name: `Crowd ${number + 10}`,
}));
let sample: SampleWorkspace;
beforeAll(async () => {
  sample = await openSample(...crowd);
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
