import type { Workspace } from '../../../schemas/index.ts';
import type { Word } from '../language/words.ts';
import { everyPage, type PageInput, type Readable } from '../readable.ts';
import { type CellNamed, cellNamed } from './cells.ts';
import type { Subject } from './subjects.ts';

/** Names by user ID: the asker's, and those of the members of a table's channel. */
export async function peopleAround(
  { channelId }: Subject,
  workspace: Workspace,
  { me }: Readable,
): Promise<ReadonlyMap<string, string>> {
  if (channelId === undefined) return new Map([[me.userId, me.name]]);
  const members = await everyPage(async (page: PageInput) => {
    const { members, nextCursor } = await workspace.members.list({ channelId, ...page });
    return { items: members, nextCursor };
  });
  return new Map([[me.userId, me.name], ...members.map(({ userId, name }) => [userId, name] as const)]);
}

const oneself = /\b(?:i|me|my|mine|myself)\b/giu;

/** The people that a question names, as values of a table's user fields; "my" is the asker. */
export function peopleNamed(
  question: string,
  words: readonly Word[],
  { fields }: Subject,
  { me }: Readable,
  names: ReadonlyMap<string, string>,
): CellNamed[] {
  const of = fields.filter(({ type, key }) => type === 'user' && key !== 'created_by').map(({ key }) => key);
  const named = [...names].flatMap(([userId, name]) => {
    const cell = cellNamed(words, '', name) ?? cellNamed(words, '', name.split(' ')[0]!);
    return cell ? [{ ...cell, value: userId }] : [];
  });
  const mine = [...question.matchAll(oneself)].map(({ index, 0: text }) => ({
    value: me.userId,
    start: index,
    end: index + text.length,
    isWhole: true,
  }));
  return of.flatMap((fieldKey) => [...named, ...mine.slice(0, 1)].map((cell) => ({ ...cell, fieldKey })));
}
