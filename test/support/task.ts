import { readFile } from 'node:fs/promises';
import { getEncoding } from 'js-tiktoken';
import { expect } from 'vitest';
import type { Calls, Structured } from './hosts.ts';

const encoding = getEncoding('o200k_base');
const tokensOf = (text: string) => encoding.encode(text).length;

interface Figures {
  readonly calls: number;
  readonly tokens: number;
}

/** Counts the calls of a task, and the tokens of their arguments and answers as a host shows them. */
export class Task implements Figures {
  calls = 0;
  tokens = 0;

  async done(host: Pick<Calls, 'call'>, name: string, input: Record<string, unknown>): Promise<Structured> {
    this.calls += 1;
    const { content, structured, problem } = await host.call(name, input);
    this.tokens += tokensOf(JSON.stringify(input)) + tokensOf(content.map(({ text = '' }) => text).join(''));
    if (problem) throw new Error(`${name}: ${JSON.stringify(problem)}`);
    return structured;
  }
}

/** Random IDs take more or fewer tokens, from one day to the next. */
const spread = 0.08;

/** Expects that the figures of this task in README are current. */
export async function expectToldInReadme(task: string, { calls, tokens }: Figures): Promise<void> {
  const line = (await readFile('README.md', 'utf8')).split('\n').find((row) => row.startsWith(`| ${task} |`));
  const [toldCalls, toldTokens] = line!
    .split('|')
    .slice(2, 4)
    .map((cell) => Number.parseInt(cell.replaceAll(/[ ,]/g, ''), 10));
  expect(toldCalls).toBe(calls);
  expect(Math.abs(tokens / toldTokens! - 1), `${tokens} tokens, told as ${toldTokens}`).toBeLessThan(spread);
}
