import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { question, tell } from './output.ts';

/** Asks at the terminal, one question after the other, and shows none of what is typed. */
export async function askSecretly(questions: readonly string[], signal: AbortSignal): Promise<string[]> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answers: string[] = [];
    for (const asked of questions) {
      question(asked);
      answers.push(await lines.question('', { signal }));
      tell('');
    }
    return answers;
  } finally {
    lines.close();
  }
}
