import type { ActivityItem } from '../../../schemas/activity.ts';

/** Acts of one person or agent, one after the other. */
interface Turn extends Pick<ActivityItem, 'actor' | 'via' | 'at'> {
  readonly key: string;
  /** Like changes that follow each other: several of one thing, or of things of one kind. */
  readonly runs: readonly (readonly ActivityItem[])[];
}

const whoOf = ({ actor, via }: ActivityItem): string => `${actor.id} ${via.interface} ${via.agent?.name ?? ''}`;
const likeOf = ({ action, type, channelId, objectTypeId }: ActivityItem): string =>
  `${action} ${type} ${channelId} ${objectTypeId}`;

/** The changes of a day by who made them, in their order. */
export const turnsOf = (changes: readonly ActivityItem[]): Turn[] =>
  runsBy(changes, whoOf).map((turn) => {
    const { actor, via, at, id } = turn[0]!;
    return { key: `${at}${id}`, actor, via, at, runs: runsBy(turn, likeOf) };
  });

function runsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && keyOf(last[0]!) === keyOf(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}
