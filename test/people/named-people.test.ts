import { expect, test } from 'vitest';
import { namedPeople } from '../../schemas/named-people.ts';

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
