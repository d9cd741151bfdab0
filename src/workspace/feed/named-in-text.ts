import { limits } from '../../../schemas/limits.ts';
import { beginningsNamed, namedPeople } from '../../../schemas/named-people.ts';
import type { Mentions, NotMentioned } from '../../../schemas/posts.ts';
import type { Db } from '../../store/tables.ts';
import type { Reader } from '../operation/access.ts';
import { candidatesOf } from '../operation/names/names.ts';
import { readersCalled } from '../operation/names/people-sql.ts';

interface Named {
  /** Absent arrays keep what they had. */
  readonly mentions: Partial<Mentions>;
  /** Absent if each name mentions somebody, and if none was looked for. */
  readonly notMentioned?: NotMentioned;
}

interface Text {
  readonly channelId: string;
  readonly body: string;
  readonly given: Partial<Mentions>;
  /** The mentions before an edit. */
  readonly before?: Mentions;
}

/**
 * The given mentions. Without an array of people, they gain the readers of the channel whom a name after an `@` fits
 * alone. An edit keeps the people of before.
 */
export async function orNamed(
  tx: Db,
  { organizationId }: Reader,
  { channelId, body, given, before }: Text,
): Promise<Named> {
  const beginnings = given.mentionedUserIds ? [] : beginningsNamed(body);
  if (beginnings.length === 0) return { mentions: given };
  const readers = await readersCalled(tx, { organizationId, channelId, beginnings: JSON.stringify(beginnings) });
  const ids = new Set(before?.mentionedUserIds);
  const unclear: NotMentioned = [];
  for (const { text, people } of namedPeople(body, readers)) {
    if (people.some(({ id }) => ids.has(id))) continue;
    if (people.length === 1 && ids.size < limits.mentions) ids.add(people[0]!.id);
    else if (unclear.length < limits.candidates)
      unclear.push({
        text,
        candidates: candidatesOf(people.map(({ email, ...person }) => ({ ...person, key: email }))),
      });
  }
  return {
    mentions: { ...given, mentionedUserIds: [...ids] },
    ...(unclear.length > 0 && { notMentioned: unclear }),
  };
}
