import { questions } from './questions.ts';
import type { Person } from './team.ts';

/**
 * With more passages that hold a word, reader processes rank the answer. The work alone reaches this many within
 * minutes.
 */
const conversations = 600;

/** Adds enough conversations with the words of each question. From then on every question is ranked in the same way. */
export async function fillConversations({ client }: Person): Promise<void> {
  for (const [title] of questions)
    for (let number = 0; number < conversations; number += 1) await client.sessions.start({ title });
}
