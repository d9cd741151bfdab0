import { questions } from './questions.ts';
import type { Person } from './team.ts';

/** Of more passages that hold a word, the ranking is made beside the server; the work alone comes to so many within minutes. */
const conversations = 600;

/** Has so many conversations hold the words of each question that what is ranked for it is ranked in the same way from then on. */
export async function fillConversations({ client }: Person): Promise<void> {
  for (const [title] of questions)
    for (let number = 0; number < conversations; number += 1) await client.sessions.start({ title });
}
