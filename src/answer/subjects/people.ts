import type { Workspace } from '../../../schemas/index.ts';
import { listed } from '../language/listed.ts';
import type { Word } from '../language/words.ts';
import { everyPage, type PageInput, type Readable } from '../readable.ts';
import { type CellNamed, cellNamed } from './cells.ts';
import type { Subject } from './subjects.ts';

export const hasPeople = ({ fields }: Subject): boolean =>
  fields.some(({ key, type }) => type === 'user' && key !== 'created_by');

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

/**
 * Words that refer to the asker: "my deals", "closed by me", "did I win". The "me" of "show me" and the "I" of "do I
 * have" do not count.
 */
const oneself = new RegExp(
  [
    String.raw`\bmy(?! (?:boss|manager|team|colleagues?|company|department|question|report|opinion|understanding|knowledge)\b)`,
    String.raw`\bmine\b|\bmyself\b`,
    String.raw`(?<=\bby )me\b|(?<=\b(?:assigned|belongs?|belonging|given|allocated) to )me\b`,
    String.raw`(?<!\b(?:can|could|may|might|should|shall|must|would|will|as|if) )\bi(?! (?:have\b(?! (?:won|lost|sold|made|\p{L}+ed)\b)|got\b|${listed(
      'want need wish like would can could should may might must shall wonder know see think guess suppose hope believe understand mean look ask get find read expect',
    ).join('|')})\b)(?=['’ ]\p{L})`,
  ].join('|'),
  'giu',
);

/** The people that a question names, as values of user fields. "my" is the asker. */
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
    return cell ? [{ ...cell, value: userId, isExact: cell.isExact && isWrittenAsName(words, cell) }] : [];
  });
  const mine = [...question.matchAll(oneself)].map(({ index, 0: text }) => ({
    value: me.userId,
    start: index,
    end: index + text.length,
    isWhole: true,
    isExact: true,
  }));
  return of.flatMap((fieldKey) => [...named, ...mine].map((cell) => ({ ...cell, fieldKey })));
}

/** "Will" may be a person, but "will" is not. */
const isWrittenAsName = (words: readonly Word[], { start, end }: CellNamed): boolean =>
  words.some((word) => word.start >= start && word.end <= end && word.kind === 'name');
