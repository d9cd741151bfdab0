import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ActivityItem, ActivityType } from '../../../schemas/activity.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { jsonOf } from '../../../schemas/shown.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { signed } from '../signed.ts';
import { onWorkspace, several } from '../options.ts';
import { cut } from '../terminal/table.ts';
import { type Line, moment, print, prose, tell, terminalWidth } from '../terminal/output.ts';

interface WatchOptions extends CommonOptions {
  readonly channel?: string;
  readonly type?: readonly ActivityType[];
  readonly by?: string;
  readonly agent?: string;
  readonly after?: string;
  readonly all?: true;
  readonly once?: true;
}

export function addWatch(root: Command, cli: Cli): void {
  onWorkspace(
    root
      .command('watch')
      .description('print what changes that you may see, as it comes')
      .option('--channel <channel>', 'only what its readers see')
      .option('--type <type>', 'such as post, artifact or record; may be repeated', several)
      .option('--by <user>', 'only changes by this person, by ID')
      .option('--agent <name>', 'only changes through the agent of this name')
      .option('--after <cursor>', 'go on where an earlier watch ended')
      .option('--all', 'begin with the oldest change')
      .option('--once', 'end when there is nothing more'),
  ).action(cli.on<WatchOptions>(watch));
}

/** How often it asks for more. */
const pauseMs = 1_000;

async function watch({ workspace, signal }: Context, options: WatchOptions): Promise<void> {
  const { channel, type, by, agent, after, all, once, json } = options;
  if (after !== undefined && all)
    throw misuse('--after and --all do not go together: --all begins with the oldest change.');
  const filters = { channelId: channel, types: type && [...type], actorId: by, agent };
  const nameOf = channelNames(workspace);
  let place = after ?? (all ? undefined : 'now');
  try {
    while (!signal.aborted) {
      const page = await workspace.activity.list({ ...filters, after: place });
      for (const item of page.items) print(json ? [prose(jsonOf(item, 0))] : await linesOf(item, nameOf));
      place = page.nextCursor;
      if (page.items.length > 0) continue;
      if (once) break;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
    signal.throwIfAborted();
  } finally {
    if (place !== undefined && place !== 'now') tell(`More: --after ${place}`);
  }
}

type NameOf = (channelId: string) => Promise<string>;

/** Looks each channel's name up once. A channel that went meanwhile keeps its ID. */
function channelNames({ channels }: Workspace): NameOf {
  const names = new Map<string, Promise<string>>();
  const find = (channelId: string) =>
    channels.get({ channelId }).then(
      ({ channel }) => `#${channel.slug}`,
      () => channelId,
    );
  return (channelId) => {
    const name = names.get(channelId) ?? find(channelId);
    names.set(channelId, name);
    return name;
  };
}

/** Two lines: who did what where, then the ID that commands take and the title. */
async function linesOf(item: ActivityItem, nameOf: NameOf): Promise<Line[]> {
  const { at, actor, via, action, type, channelId, id, title } = item;
  const width = terminalWidth();
  const where = channelId === undefined || type === 'channel' ? '' : ` in ${await nameOf(channelId)}`;
  const who = signed(actor, via);
  const what = `${action} ${article(type)}${where}`;
  const head = `${moment(at)}  `;
  const room = width - head.length - what.length - 1;
  return [
    { text: `${head}${cut(who, Math.max(room, narrowestName))} ${what}`, style: 'bold' },
    cut(`  ${id}${title === undefined ? '' : `  ${title}`}`, width),
  ];
}

const narrowestName = 12;

const article = (type: ActivityType): string => {
  const word = type.replace('_', ' ');
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
};
