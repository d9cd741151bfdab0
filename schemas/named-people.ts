import { folded } from './folding.ts';

/** Somebody who may be named in a text. */
export interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly email?: string | null | undefined;
}

/** A name in a text, and the people who are called so: one is mentioned, several are candidates. */
export interface NamedInText<Person extends Nameable> {
  /** As it was written, such as `@ada`. */
  readonly text: string;
  readonly people: readonly Person[];
}

/** A sign inside a word or an address names nobody. */
const sign = /(?<![\p{L}\p{M}\p{N}@._%+/\\-])@(?=[\p{L}\p{N}])/gu;
const ofWord = /^[\p{L}\p{M}\p{N}_]/u;
/** Longer names are not looked for. */
const mostCharacters = 301;

/** The text after each `@` outside code and addresses, up to the end of its line. */
function afterSigns(body: string): string[] {
  const prose = withoutCode(body);
  return Array.from(prose.matchAll(sign), ({ index }) =>
    prose
      .slice(index + 1, index + 1 + mostCharacters)
      .split(/[\r\n]/, 1)[0]!
      .toWellFormed(),
  );
}

/** The first words after each `@`, folded. A person is named only if their name or address begins with one. */
export const firstWordsNamed = (body: string): string[] => [
  ...new Set(
    afterSigns(body).flatMap((text) => {
      const word = folded(text.split(/\s/, 1)[0]!);
      return [word, withoutPunctuation(word), word.split(/[^\p{L}\p{N}]/u, 1)[0]!];
    }),
  ),
];

/** The people whom a text names by `@`: by their name, its first words, or their address before its `@`. */
export function namedPeople<Person extends Nameable>(body: string, people: readonly Person[]): NamedInText<Person>[] {
  const called = people.map((person) => ({ person, names: namesOf(person) }));
  const found = new Map<string, NamedInText<Person>>();
  for (const after of afterSigns(body)) {
    const one = nameAt(after, called);
    if (!found.has(one.text)) found.set(one.text, one);
  }
  return [...found.values()];
}

interface Called<Person> {
  readonly person: Person;
  readonly names: readonly string[];
}

function nameAt<Person extends Nameable>(after: string, called: readonly Called<Person>[]): NamedInText<Person> {
  const text = folded(after);
  let longest = '';
  let people: Person[] = [];
  for (const { person, names } of called) {
    const name = names.find((one) => text.startsWith(one) && !ofWord.test(text.slice(one.length))) ?? '';
    if (name.length > longest.length) [longest, people] = [name, []];
    if (name !== '' && name === longest) people.push(person);
  }
  const exact = people.filter(({ name }) => folded(name) === longest);
  const written = longest === '' ? withoutPunctuation(after.split(/\s/, 1)[0]!) : writtenAs(after, longest);
  return { text: `@${written}`, people: exact.length > 0 ? exact : people };
}

/** The longest first. */
function namesOf({ name, email }: Nameable): string[] {
  const words = folded(name).split(' ');
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(' '));
  const address = email?.split('@', 1)[0];
  return [...beginnings, ...(address ? [folded(address)] : [])]
    .filter((one) => one !== '')
    .toSorted((one, other) => other.length - one.length);
}

/** The shortest beginning that folds to the name. */
function writtenAs(text: string, name: string): string {
  let end = 1;
  while (end < text.length && folded(text.slice(0, end)).length < name.length) end += 1;
  return text.slice(0, end);
}

const withoutPunctuation = (word: string): string => word.replace(/[^\p{L}\p{M}\p{N}]+$/u, '');

/** A fence begins a line, also in a quotation. */
const fence = /^[ \t>]*(`{3,}(?!.*`)|~{3,})(.*)$/;

/** Code quotes names, so they mention nobody. */
function withoutCode(body: string): string {
  let open: string | undefined;
  const lines = body.split(/\r\n?|\n/).map((line) => {
    const [, marks, beside = ''] = fence.exec(line) ?? [];
    if (open === undefined) open = marks;
    else if (marks?.startsWith(open) && beside.trim() === '') open = undefined;
    else return '';
    return marks === undefined ? line : '';
  });
  return lines
    .join('\n')
    .split(/\n[ \t]*\n/)
    .map(withoutInlineCode)
    .join('\n');
}

/** Code in a line stands between equal runs of backticks, in one paragraph. */
function withoutInlineCode(paragraph: string): string {
  const later = new Map<string, number>();
  const runs = [...paragraph.matchAll(/`+/g)].toReversed().map(({ 0: marks, index }) => {
    const end = later.get(marks);
    later.set(marks, index + marks.length);
    return { index, end };
  });
  let prose = '';
  let from = 0;
  for (const { index, end } of runs.toReversed()) {
    if (index < from || end === undefined) continue;
    prose += `${paragraph.slice(from, index)} `;
    from = end;
  }
  return prose + paragraph.slice(from);
}
