import type { Command } from 'commander';
import type { NotMentioned } from '../../../schemas/posts.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { textOfFile } from '../local-files.ts';
import { changing } from '../options.ts';

interface PostOptions extends CommonOptions {
  readonly channel: string;
  readonly file?: string;
  readonly replyTo?: string;
  readonly idempotencyKey?: string;
}

export function addPost(root: Command, cli: Cli): void {
  changing(
    root
      .command('post')
      .description('post to a channel, or reply to a post')
      .argument('[text...]', 'the text, in Markdown')
      .requiredOption('--channel <channel>', 'the channel')
      .option('--file <path>', 'take the text from a file; - means stdin')
      .option('--reply-to <post>', 'the post to reply to'),
  ).action(cli.on<PostOptions>(post));
}

async function post({ workspace, output, args }: Context, options: PostOptions): Promise<void> {
  const { channel: channelId, file, replyTo, idempotencyKey } = options;
  if ((file === undefined) === (args.length === 0)) throw misuse('Give what to say as text, or with --file.');
  const body = file === undefined ? args.join(' ') : await textOfFile(file);
  if (replyTo === undefined) {
    const answered = await workspace.posts.create({ channelId, body, idempotencyKey });
    output.answer(answered, () => [...lineOf(answered.post), ...notesOn(answered)]);
    return;
  }
  const answered = await workspace.posts.reply({ channelId, postId: replyTo, body, idempotencyKey });
  output.answer(answered, () => [...lineOf(answered.reply), ...notesOn(answered)]);
}

/** The names that mention nobody, each with the people whom it fits. */
const notesOn = ({ notMentioned = [] }: { readonly notMentioned?: NotMentioned | undefined }): string[] =>
  notMentioned.map(({ text, candidates }) =>
    candidates.length === 0
      ? `${text} mentions nobody: no reader of the channel is called so.`
      : `${text} mentions nobody, because it fits ${candidates.map(({ name, key }) => (key ? `${name} (${key})` : name)).join(', ')}. Write a name that fits one.`,
  );

/** The address only if a gateway is known that has the page. */
const lineOf = ({ id, url }: { readonly id: string; readonly url?: string | undefined }): string[] => [
  url === undefined ? id : `${id}  ${url}`,
];
