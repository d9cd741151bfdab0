import type { Field } from '../../../schemas/fields.ts';
import { listed } from '../language/listed.ts';
import { contentOf, isSameWord, labelWords, spelledApart, type Word, wordsOf } from '../language/words.ts';
import type { Turn } from '../../turns/turn.ts';
import type { Readable } from '../readable.ts';
import { calledIn } from './modifiers.ts';
import { beginningsOf, type Choices, choicesNear } from './near.ts';

/** A field, and whether it is a number that names the records: `Project` in a table of projects. */
type FieldRead = Field & { readonly identifies?: true };

/** A table that a question may be about: a Data Set or a sheet. */
export interface Subject {
  readonly name: string;
  readonly of: { readonly channelId: string; readonly objectTypeId: string } | { readonly artifactId: string };
  /** Distinguishes subjects of the same name: the key of a Data Set, the ID of a sheet. */
  readonly key: string;
  readonly fields: readonly FieldRead[];
  /** The number of rows, if known. */
  readonly rows?: number;
  readonly url: string | undefined;
  readonly channelId?: string;
  /** The name of its channel. */
  readonly place?: string;
  /** Roots of that name. */
  readonly placed: ReadonlySet<string>;
  /** Roots of its name. A Data Set adds the name of its records. */
  readonly called: ReadonlySet<string>;
  /** The words for one of its records: the last words of its name and of its key. */
  readonly heads: readonly Word[];
  /** The choices of its fields that the question may name. */
  readonly choices: Choices;
  /** Roots of the labels of its fields, of their keys and of these choices. */
  readonly speaksOf: ReadonlySet<string>;
}

export const rootsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => labelWords(text.replaceAll('_', ' ')).map(({ root }) => root)));

/** `Customer orders 2026` gives the orders; `List of books` gives the list and the books. */
export const headsOf = (...texts: readonly string[]): Word[] =>
  texts
    .flatMap((text) => text.replaceAll('_', ' ').split(/\b(?:of|in|by|for|from)\b/i))
    .flatMap((text) => contentOf(wordsOf(text)).findLast(({ kind }) => kind !== 'number') ?? []);

/** Whether no word of a name says what the records are, as in `Table 7` or `export-2.csv`. */
export const isNameless = ({ name }: Pick<Subject, 'name'>): boolean =>
  [...rootsOf([name])].every((root) => ofAnyTable.has(root) || /\d/u.test(root));
const ofAnyTable = rootsOf(
  listed(
    'table sheet spreadsheet csv tsv xlsx data dataset database list file import imported export exported upload uploaded download tab workbook untitled unnamed copy test sample new',
  ),
);

/** Words for the records of a table that holds people. */
export const personal = (name: string): readonly string[] =>
  headsOf(name).some(({ folded: word }) => persons.has(word))
    ? ['people', 'employees', 'colleagues', 'staff', 'members']
    : [];
const persons: ReadonlySet<string> = new Set(
  listed(
    'hires hire employees employee staff people persons team colleagues workers personnel headcount crew payroll student students pupil pupils patient patients member members volunteer volunteers candidate candidates applicant applicants guest guests participant participants',
  ),
);

/** The Data Sets of all channels that the asker may read, with the choices that these words may name. */
export async function dataSetSubjects({ channels }: Readable, words: readonly Word[], turn: Turn): Promise<Subject[]> {
  const beginnings = beginningsOf(words);
  const subjects: Subject[] = [];
  for (const { id, name, url, dataSets } of channels) {
    for (const dataSet of dataSets) {
      const choices = await choicesNear(dataSet.fields, beginnings, turn);
      const heads = headsOf(dataSet.name, dataSet.objectType, ...personal(dataSet.name));
      subjects.push({
        name: dataSet.name,
        of: { channelId: id, objectTypeId: dataSet.objectTypeId },
        key: dataSet.objectType,
        fields: dataSet.fields.map((field, at) => (at === 0 ? identified(field, heads) : field)),
        url: `${url}/data-sets/${dataSet.objectTypeId}`,
        channelId: id,
        place: name,
        placed: rootsOf([name]),
        called: calledIn(
          words,
          rootsOf([dataSet.name, dataSet.objectType, ...personal(dataSet.name)]),
          heads,
          dataSet.fields,
        ),
        heads,
        choices,
        speaksOf: await rootsSpoken(dataSet.fields, choices, turn),
      });
      await turn.yield();
    }
  }
  return subjects;
}

/** A first number with the name of the records: `Sale` in Sales. It may also count: `Visitors` in Visitors. */
function identified(field: Field, heads: readonly Word[]): FieldRead {
  const words = field.type === 'number' ? labelWords(field.label) : [];
  const isNamesake = words.length > 0 && words.every((word) => heads.some((head) => isSameWord(word, head)));
  return isNamesake ? { ...field, identifies: true } : field;
}

export const rootsOfFields = (fields: readonly Field[]): Set<string> =>
  rootsOf(fields.flatMap(({ key, label }) => [key, spelledApart(label)]));

/**
 * The roots of all words of fields, and of these choices. Words of grammar tell a `No-show`. A question may be near very
 * many choices, so that others have their turns meanwhile.
 */
export async function rootsSpoken(fields: readonly Field[], choices: Choices, turn: Turn): Promise<Set<string>> {
  const roots = rootsOfFields(fields);
  for (const some of choices.values()) {
    for (const { key, label } of some) {
      for (const root of rootsOf([key, label])) roots.add(root);
      for (const { root } of wordsOf(label)) roots.add(root);
      await turn.yield();
    }
  }
  return roots;
}
