import { folded } from './folding.ts';
import { limits } from './limits.ts';

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
const sign = /(?<![\p{L}\p{M}\p{N}@._%+/\\-])@(?=[\p{L}\p{N}])/u;
/** A name may end here: before a character that is not of a word, and at the end. */
const ends = /(?<=.)(?![\p{L}\p{M}\p{N}_])/gsu;
/** Longer names are not looked for. */
const mostCharacters = 301;
/** A longer name is found by its beginning. */
const mostBeginnings = 10;

/** The first distinct texts after an `@` outside code and addresses. Each ends at the next `@` or line. */
function afterSigns(body: string): string[] {
  const [, ...after] = withoutCode(body).split(sign);
  const lines = Array.from(new Set(after), (text) => text.split(/[\r\n]/, 1)[0]!.slice(0, mostCharacters));
  return [...new Set(lines.map((line) => line.trimEnd().toWellFormed()))].slice(0, limits.namesInText);
}

/** The first beginnings of a folded text that may be a name, the longest first. */
const beginningsOf = (text: string): string[] =>
  [...text.matchAll(ends)]
    .slice(0, mostBeginnings)
    .map(({ index }) => text.slice(0, index))
    .toReversed();

/** The folded beginnings of the texts after each `@`. The name or address of a person who is named begins with one. */
export const beginningsNamed = (body: string): string[] => [
  ...new Set(afterSigns(body).flatMap((text) => beginningsOf(folded(text)))),
];

/** The people whom a text names by `@`: by their name, its first words, or their address before its `@`. */
export function namedPeople<Person extends Nameable>(body: string, people: readonly Person[]): NamedInText<Person>[] {
  const texts = afterSigns(body);
  const byName = texts.length === 0 ? new Map<string, Person[]>() : peopleByName(people);
  const found = new Map<string, NamedInText<Person>>();
  for (const after of texts) {
    const one = nameAt(after, byName);
    if (!found.has(one.text)) found.set(one.text, one);
  }
  return [...found.values()];
}

function nameAt<Person extends Nameable>(
  after: string,
  byName: ReadonlyMap<string, readonly Person[]>,
): NamedInText<Person> {
  const name = beginningsOf(folded(after)).find((beginning) => byName.has(beginning));
  if (name === undefined) return { text: `@${withoutPunctuation(after.split(/\s/, 1)[0]!)}`, people: [] };
  const people = byName.get(name)!;
  const exact = people.filter((person) => folded(person.name) === name);
  return { text: `@${writtenAs(after, name)}`, people: exact.length > 0 ? exact : people };
}

function peopleByName<Person extends Nameable>(people: readonly Person[]): Map<string, Person[]> {
  const byName = new Map<string, Person[]>();
  for (const person of people)
    for (const name of namesOf(person)) {
      const called = byName.get(name);
      if (called) called.push(person);
      else byName.set(name, [person]);
    }
  return byName;
}

function namesOf({ name, email }: Nameable): Set<string> {
  const words = folded(name).split(' ').slice(0, mostBeginnings);
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(' '));
  return new Set([...beginnings, folded(email?.split('@', 1)[0] ?? '')]);
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
