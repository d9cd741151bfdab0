import type { Command } from 'commander';
import type { AccessChange } from '../../../schemas/access-preview.ts';
import type { Channel } from '../../../schemas/channels.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { type Destination, targetOf } from '../destinations.ts';
import { misuse } from '../failure.ts';
import { onWorkspace } from '../options.ts';
import { type Line, tableOf } from '../terminal/output.ts';

interface AccessOptions extends CommonOptions, Destination {
  readonly file?: string;
  readonly artifact?: string;
  readonly move?: true;
  readonly visibility?: Channel['visibility'];
}

export function addAccess(root: Command, cli: Cli): void {
  onWorkspace(
    root
      .command('access')
      .description('who would gain or lose access by a change, without making it')
      .option('--file <id>', 'a file that would be attached')
      .option('--artifact <id>', 'a document or sheet that would be attached, or moved')
      .option('--move', 'the document or sheet would have --channel as its home')
      .option('--session <id>', 'a conversation that would be shared, or to which a file would be attached')
      .option('--channel <channel>', 'the channel to attach to, by ID or slug, or the one that would change')
      .option('--record <id>', 'the record to attach to')
      .option('--visibility <who>', 'what the channel would become: organization or private'),
  ).action(cli.on<AccessOptions>((context, options) => chosen(actions, options)(context, options)));
}

const destinations = ['channel', 'session', 'record'] as const;

const actions: readonly Action<AccessOptions>[] = [
  { by: [], takes: destinations, run: nothing },
  { by: ['file'], needs: [destinations], run: attaching('file') },
  { by: ['artifact'], needs: [destinations], run: attaching('artifact') },
  { by: ['artifact', 'move'], needs: ['channel'], run: moving },
  { by: ['session'], needs: ['channel'], run: sharing },
  { by: ['visibility'], needs: ['channel'], run: changing },
];

async function nothing(): Promise<void> {
  throw misuse('Name a --file, --artifact or --session and where to attach it, or a --channel and its --visibility.');
}

function attaching(resourceType: 'file' | 'artifact'): Action<AccessOptions>['run'] {
  return ({ workspace, output }, { [resourceType]: resourceId, channel, session, record }) => {
    const given = Object.entries({ channel, session, record }).filter(([, id]) => id !== undefined);
    const target = targetOf(Object.fromEntries(given) as Destination);
    return show(output, workspace.accessPreview.get({ resourceType, resourceId: resourceId!, ...target }));
  };
}

async function moving({ workspace, output }: Context, { artifact, channel }: AccessOptions): Promise<void> {
  const target = { targetType: 'home', targetId: channel! } as const;
  await show(output, workspace.accessPreview.get({ resourceType: 'artifact', resourceId: artifact!, ...target }));
}

async function sharing({ workspace, output }: Context, { session, channel }: AccessOptions): Promise<void> {
  const target = { targetType: 'channel', targetId: channel! } as const;
  await show(output, workspace.accessPreview.get({ resourceType: 'session', resourceId: session!, ...target }));
}

async function changing({ workspace, output }: Context, { channel, visibility }: AccessOptions): Promise<void> {
  await show(output, workspace.accessPreview.get({ resourceType: 'channel', resourceId: channel!, visibility }));
}

async function show(output: Context['output'], asked: Promise<{ gains: AccessChange; loses: AccessChange }>) {
  const answered = await asked;
  output.answer(answered, () => [...lines(answered.gains, 'gain'), ...lines(answered.loses, 'lose')]);
}

const columns = {
  ID: ({ id }: AccessChange['people'][number]) => id,
  NAME: ({ name }: AccessChange['people'][number]) => name,
};

function lines({ count, people }: AccessChange, verb: 'gain' | 'lose'): Line[] {
  if (count === 0) return [`Nobody would ${verb} access.`];
  const more = count - people.length;
  const heading = `${count === 1 ? '1 person' : `${count} people`} would ${verb} access:`;
  return [heading, ...tableOf(people, columns), ...(more > 0 ? [`and ${more} more`] : [])];
}
