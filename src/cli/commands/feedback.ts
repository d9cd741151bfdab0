import type { Command } from 'commander';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { changing } from '../options.ts';

interface FeedbackOptions extends CommonOptions {
  readonly query?: string;
  readonly idempotencyKey?: string;
}

export function addFeedback(root: Command, cli: Cli): void {
  changing(
    root
      .command('feedback')
      .description('tell the admins and operators of the workspace what went well or wrong')
      .argument('<text...>', 'your message')
      .option('--query <id>', 'the question that it is about'),
  ).action(cli.on<FeedbackOptions>(feedback));
}

async function feedback(
  { workspace, output, args }: Context,
  { query, idempotencyKey }: FeedbackOptions,
): Promise<void> {
  const input = { description: args.join(' '), queryId: query, idempotencyKey };
  const answered = await workspace.feedback.submit(input);
  output.answer(answered, () => ['Thank you: it was received.']);
}
