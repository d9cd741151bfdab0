import { mistaken } from '../../schemas/mistakes.ts';
import { stepTo } from '../../schemas/pointer.ts';
import { pathOfType, unreadable, type WishedType } from './import-columns.ts';

export interface Wishes {
  /** By header, by the name of one column, or for every column. */
  readonly types?: Readonly<Record<string, WishedType>> | 'suggested' | undefined;
  /** Labels of columns in place of their headers. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly titleColumn?: string | undefined;
  /** The time zone of times without an offset. The default is UTC. */
  readonly timeZone?: string | undefined;
  /** A sheet is read as it stands, and nothing is suggested. */
  readonly isSheet?: true;
}

export interface WishedColumn {
  readonly header: string;
  /** The header, or `column_3` where others have the same header or it is blank. */
  readonly name: string;
  readonly type: WishedType | undefined;
  /** Where a mistake of the type stands in the request. */
  readonly typePath: string;
  readonly label: string | undefined;
  readonly isWishedTitle: boolean;
}

/** The wishes for each column. One by the name of a column goes before one by its header. Refuses wishes for others. */
export function wishedColumns(headers: readonly string[], wishes: Wishes): WishedColumn[] {
  const { types = {}, labels = {}, titleColumn } = wishes;
  const names = columnNamesOf(headers);
  const known = new Set([...headers, ...names]);
  const byName = types === 'suggested' ? {} : types;
  refuseOthers(known, { types: byName, labels, titleColumn });
  return headers.map((header, place) => {
    const name = names[place]!;
    const keyOf = (wishes: object) => (Object.hasOwn(wishes, name) ? name : header);
    const own = <Wish>(wishes: Readonly<Record<string, Wish>>): Wish | undefined =>
      Object.hasOwn(wishes, keyOf(wishes)) ? wishes[keyOf(wishes)] : undefined;
    return {
      header,
      name,
      type: types === 'suggested' ? types : own(types),
      typePath: pathOfType(keyOf(byName)),
      label: own(labels),
      isWishedTitle: titleColumn === name || titleColumn === header,
    };
  });
}

/** A name of each column that no other has. */
function columnNamesOf(headers: readonly string[]): string[] {
  const taken = new Set(headers);
  const isAlone = (header: string) => header.trim() !== '' && headers.indexOf(header) === headers.lastIndexOf(header);
  return headers.map((header, place) => {
    if (isAlone(header)) return header;
    let name = `column_${place + 1}`;
    while (taken.has(name)) name += '_';
    return name;
  });
}

interface NamedWishes extends Pick<Wishes, 'labels' | 'titleColumn'> {
  readonly types: Readonly<Record<string, WishedType>>;
}

/** Refuses types, labels and a title column of columns that the file lacks, all at once. */
function refuseOthers(known: ReadonlySet<string>, { types, labels = {}, titleColumn }: NamedWishes): void {
  const unheaded = (named: 'types' | 'labels', given: object) =>
    Object.keys(given)
      .filter((name) => !known.has(name))
      .map((name) => ({ path: `/${named}${stepTo(name)}`, message: notHeader }));
  const mistakes = [
    ...unheaded('types', types),
    ...Object.entries(types).flatMap(([name, type]) => {
      const message = type === 'suggested' ? undefined : unreadable(type);
      return message === undefined ? [] : [{ path: pathOfType(name), message }];
    }),
    ...unheaded('labels', labels),
    ...(titleColumn === undefined || known.has(titleColumn) ? [] : [{ path: '/titleColumn', message: notHeader }]),
  ];
  if (mistakes.length > 0) throw mistaken('invalid_request', mistakes);
}

const notHeader = 'is not a header of the file';
