import { limits } from '../../../schemas/limits.ts';
import { beginningsNamed, namedPeople } from '../../../schemas/named-people.ts';
import type { Mentions, NotMentioned } from '../../../schemas/posts.ts';
import type { Db } from '../../store/tables.ts';
import type { Reader } from '../operation/access.ts';
import { candidatesOf } from '../operation/names/names.ts';
import { readersCalled } from '../operation/names/people-sql.ts';

interface Named {
  readonly mentions: Partial<Mentions>;
  /** Absent if each name mentions somebody. */
  readonly notMentioned?: NotMentioned;
}

/** The given mentions, and the readers of the channel whom a name after an `@` fits alone. */
export async function alsoNamed(
  tx: Db,
  { organizationId }: Reader,
  { channelId, body, mentions }: { channelId: string; body: string; mentions: Partial<Mentions> },
): Promise<Named> {
  const beginnings = beginningsNamed(body);
  if (beginnings.length === 0) return { mentions };
  const readers = await readersCalled(tx, { organizationId, channelId, beginnings: JSON.stringify(beginnings) });
  const ids = new Set(mentions.mentionedUserIds);
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
    mentions: { ...mentions, mentionedUserIds: [...ids] },
    ...(unclear.length > 0 && { notMentioned: unclear }),
  };
}
