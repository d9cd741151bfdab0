import type { InterfaceType } from '../../../schemas/common.ts';
import type { Comment, Mentions, Reactions } from '../../../schemas/posts.ts';
import type { Tables } from '../../store/tables.ts';
import { presentKnownVia } from '../../store/via.ts';

interface SaidRow
  extends Pick<Tables['comments'], 'id' | 'author_id' | 'body' | 'client_app' | 'created_at' | 'edited_at'> {
  readonly author_name: string;
  readonly interface: InterfaceType;
  readonly agent: string | null;
}

/** A post, reply or comment as a reader sees it. */
export function saidBy(
  row: SaidRow,
  rest: { mentions: Mentions; reactions: Reactions; url: string | undefined },
): Comment {
  const author = { id: row.author_id, name: row.author_name };
  return {
    id: row.id,
    author,
    body: row.body,
    ...rest.mentions,
    reactions: rest.reactions,
    ...presentKnownVia(row),
    ...(row.client_app !== null && { clientApp: row.client_app }),
    url: rest.url,
    createdAt: row.created_at,
    createdBy: author,
    ...(row.edited_at !== null && { editedAt: row.edited_at }),
  };
}

const titleCharacters = 100;

/** A post has no title; its first line stands for one. */
export function titleOfPost(body: string): string {
  const [line = ''] = body.trim().split(/[\r\n]/, 1);
  return line.length <= titleCharacters ? line : `${line.slice(0, titleCharacters).toWellFormed()}…`;
}
