import { describe, expect, test } from 'vitest';
import { Password } from '../../schemas/accounts.ts';
import { hashPassword, isPasswordOf } from '../../src/auth/passwords.ts';

test('the right password is that of its hash, and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await isPasswordOf(hash, 'correct horse', 'here')).toBe(true);
  for (const other of ['correct horse ', 'Correct horse', '', hash])
    expect(await isPasswordOf(hash, other, 'here')).toBe(false);
});

test('without a hash no password is right', async () => {
  expect(await isPasswordOf(undefined, 'correct horse', 'here')).toBe(false);
});

test('a letter may be composed or not', async () => {
  const hash = await hashPassword('cafe\u0301 cafe\u0301');
  expect(await isPasswordOf(hash, 'caf\u00e9 caf\u00e9', 'here')).toBe(true);
});

test('a hash tells how it was made, nothing of the password, and is never the same', async () => {
  const hashes = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(hashes[0]).toMatch(
    /^\$(argon2id\$v=19\$m=\d+,t=\d+,p=\d+|scrypt\$ln=\d+,r=\d+,p=\d+)\$[\w+/]{22}\$[\w+/]{43}$/,
  );
  expect(hashes[0]).not.toBe(hashes[1]);
});

test.each([
  [
    'another cost of Argon2',
    '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$M7jw0GQI4Kfcxf+xPldfNRYttP89scc9XVAYAcaZ0U0',
  ],
  ['scrypt', '$scrypt$ln=4,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$OAkZqUBelG6VIYdTJfYSENL5OmZRxMa3GwXn5oFliTg'],
])('a hash of %s is read as it says', async (_what, hash) => {
  expect(await isPasswordOf(hash, 'correct horse', 'here')).toBe(true);
  expect(await isPasswordOf(hash, 'correct house', 'here')).toBe(false);
});

describe('a password', () => {
  const takes = (password: string) => Password.safeParse(password).success;

  test('has at least 8 characters', () => {
    expect(['1234567', '12345678', '🔑'.repeat(7), '🔑'.repeat(8), 'e\u0301'.repeat(7)].map(takes)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  test('has at most 1,024 characters', () => {
    expect([1_024, 1_025].map((length) => takes('x'.repeat(length)))).toEqual([true, false]);
    expect([1_024, 1_025].map((length) => takes('🔑'.repeat(length)))).toEqual([true, false]);
  });

  test('is text of any kind', () => {
    expect(['        ', 'пароль пароль', 'a\tb\nc\td\ne'].map(takes)).toEqual([true, true, true]);
    expect(['1234567\u0000', '1234567\uD800'].map(takes)).toEqual([false, false]);
  });
});

describe('of a crowd at once', () => {
  const cheap = `$scrypt$ln=4,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const crowd = (size: number, network: (place: number) => string) =>
    Promise.allSettled(Array.from({ length: size }, (_, place) => isPasswordOf(cheap, 'x', network(place))));

  test('100 are served in their turn; one more is told to come again, and then is served', async () => {
    const answers = await crowd(101, (place) => `network ${place}`);
    expect(answers.slice(0, 100).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(answers[100]).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(await isPasswordOf(cheap, 'x', 'network 100')).toBe(false);
  });

  test('20 of one network wait while one is compared, and keep nobody else waiting', async () => {
    const order: string[] = [];
    const served = (network: string) => isPasswordOf(cheap, 'x', network).then(() => order.push(network));
    const many = Array.from({ length: 22 }, () => served('many'));
    const answers = await Promise.allSettled([...many, served('one')]);
    const refused = { status: 'rejected', reason: { code: 'unavailable' } };
    expect(answers.map(({ status }) => status)).toEqual([...Array(21).fill('fulfilled'), 'rejected', 'fulfilled']);
    expect(answers[21]).toMatchObject(refused);
    expect(order.slice(0, 3)).toEqual(['many', 'many', 'one']);
  });

  test('five networks that fill all places make room for a sixth: the last one of the fullest comes again', async () => {
    const filling = crowd(101, (place) => `full ${place % 5}`);
    const newcomers = crowd(2, (place) => `newcomer ${place}`);
    expect((await newcomers).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const refused = (await filling).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  });
});
