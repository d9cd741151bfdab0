import type { Member } from '../schemas/channels.ts';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import type { View } from '../schemas/views.ts';
import { overview } from './data-sets.ts';
import { mostOf, roomForData } from './fitting.ts';

type Inspected = Awaited<ReturnType<Workspace['channels']['get']>>['channel'];

/** A page of a channel's Data Sets in brief. The first page has the channel's first Views and members too. */
export async function channelOverview(workspace: Workspace, channel: Inspected, page: Parameters<typeof overview>[1]) {
  const { channel: inspected, ...rest } = overview(channel, page);
  if (page.cursor !== undefined) return { channel: inspected, ...rest };
  const input = { channelId: channel.id, limit: limits.pageMost };
  const [views, members] = await Promise.all([workspace.views.list(input), workspace.members.list(input)]);
  const shownViews = firstOf('views', views.views.map(briefView), views.nextCursor);
  const shownMembers = firstOf('members', members.members.map(briefMember), members.nextCursor);
  return { channel: { ...inspected, ...shownViews, ...shownMembers }, ...rest };
}

const briefView = ({ id, name, objectTypeId, renderer }: View) => ({ id, name, objectTypeId, renderer });
const briefMember = ({ userId, name, role }: Member) => ({ userId, name, role });

/** A share that leaves the Data Sets most of the answer. */
const roomForOne = roomForData / 8;

/** The first items, and how many are left out. With a further page their number is a lower bound. */
function firstOf<Name extends string>(name: Name, items: readonly object[], next: string | undefined) {
  const shown = mostOf(items, roomForOne);
  const leftOut = items.length - shown.length;
  const told = next === undefined ? 'LeftOut' : 'LeftOutAtLeast';
  return {
    [name]: shown,
    ...((leftOut > 0 || next !== undefined) && { [`${name}${told}`]: leftOut }),
  } as { [Key in Name]: typeof shown };
}
