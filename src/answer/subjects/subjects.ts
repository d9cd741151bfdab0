import type { Field } from '../../../schemas/fields.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { SearchResult } from '../../../schemas/search.ts';
import { contentOf, type Word, wordsOf } from '../language/words.ts';
import type { Readable } from '../readable.ts';

/** A table that a question may be about: a Data Set or a sheet. */
export interface Subject {
  readonly name: string;
  readonly of: { readonly channelId: string; readonly objectTypeId: string } | { readonly artifactId: string };
  readonly fields: readonly Field[];
  readonly url: string;
  readonly channelId?: string;
  /** Name of the channel that it is in. */
  readonly place?: string;
  /** Roots of its name and, of a Data Set, of what one of its records is called. */
  readonly called: ReadonlySet<string>;
  /** Roots of the labels of its fields, of their keys and of their choices. */
  readonly speaksOf: ReadonlySet<string>;
}

const rootsOf = (...texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => contentOf(wordsOf(text.replaceAll('_', ' '))).map(({ root }) => root)));

/** The Data Sets of all channels that the asker reads. */
export const dataSetSubjects = ({ channels }: Readable): Subject[] =>
  channels.flatMap(({ id, name, url, dataSets }) =>
    dataSets.map((dataSet) => ({
      name: dataSet.name,
      of: { channelId: id, objectTypeId: dataSet.objectTypeId },
      fields: dataSet.fields,
      url,
      channelId: id,
      place: name,
      called: rootsOf(dataSet.name, dataSet.objectType),
      speaksOf: rootsOf(...dataSet.fields.flatMap(textsOf)),
    })),
  );

const textsOf = ({ key, label, options }: Field): string[] => [
  key,
  label,
  ...(options?.choices?.flatMap((choice) => [choice.key, choice.label]) ?? []),
];

const sheetsFound = 10;

/** The sheets whose titles or cells hold words of the question. */
export async function sheetSubjects(words: readonly Word[], workspace: Workspace): Promise<Subject[]> {
  const topics = contentOf(words);
  if (topics.length === 0) return [];
  const { results } = await workspace.search.run({
    q: [...new Set(topics.map(({ text }) => text))].join(' ').slice(0, limits.searchQuery),
    types: ['artifact'],
    limit: sheetsFound,
  });
  const found = await Promise.all(results.map((result) => sheetSubject(result, workspace)));
  return found.filter((one) => one !== undefined);
}

/** What is no sheet, or none any more, is left out. */
async function sheetSubject(
  { id: artifactId, title: name, url }: SearchResult,
  { artifacts }: Workspace,
): Promise<Subject | undefined> {
  const found = await artifacts.sheet({ artifactId }).catch((error: unknown) => {
    if (error instanceof WorkspaceError && error.status < 500) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { fields } = found.sheet;
  return {
    name,
    of: { artifactId },
    fields,
    url,
    called: rootsOf(name),
    speaksOf: rootsOf(...fields.flatMap(textsOf)),
  };
}
