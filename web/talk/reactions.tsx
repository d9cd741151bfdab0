import type { Reaction, Reactions as Counted } from '../../schemas/posts.ts';
import { queue, useOutbox } from '../data/outbox.ts';
import type { Place } from '../data/outbox-entry.ts';
import { useMe } from '../data/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import styles from './reactions.module.css';

const reactions: readonly { reaction: Reaction; sign: string; label: string }[] = [
  { reaction: 'thumbs_up', sign: '👍', label: 'Agree' },
  { reaction: 'heart', sign: '❤️', label: 'Love' },
  { reaction: 'laugh', sign: '😄', label: 'Laugh' },
  { reaction: 'celebrate', sign: '🎉', label: 'Celebrate' },
  { reaction: 'eyes', sign: '👀', label: 'Seen' },
  { reaction: 'check', sign: '✅', label: 'Handled' },
];

interface ReactionsProps {
  readonly place: Required<Place>;
  readonly commentId?: string | undefined;
  readonly counted: Counted;
  /** Whether the person may react. A reader of the channel only sees reactions. */
  readonly canWrite: boolean;
}

/** The reactions to something, each a switch, and a menu of all six. */
export function Reactions({ place, commentId, counted, canWrite }: ReactionsProps) {
  const me = useMe();
  const shown = usePending(place, commentId, counted);
  const react = (reaction: Reaction, active: boolean) =>
    me && void queue(me.userId, place, { kind: 'reaction', reaction, active, ...(commentId && { commentId }) });
  const isActive = (reaction: Reaction) => shown.some((one) => one.reaction === reaction && one.reacted);
  return (
    <div className={styles.reactions}>
      {reactions.map(({ reaction, sign, label }) => {
        const count = shown.find((one) => one.reaction === reaction)?.count ?? 0;
        if (count === 0) return null;
        return (
          <button
            key={reaction}
            type="button"
            className={styles.reaction}
            aria-pressed={isActive(reaction)}
            aria-label={`${label}: ${count}`}
            disabled={!canWrite}
            title={label}
            onClick={() => react(reaction, !isActive(reaction))}
          >
            <span aria-hidden="true">{sign}</span> {count}
          </button>
        );
      })}
      {canWrite && (
        <Menu
          align="start"
          trigger={<IconButton label="React" icon="smile" />}
          items={reactions.map(({ reaction, sign, label }) => ({
            label: `${sign} ${label}`,
            run: () => react(reaction, !isActive(reaction)),
          }))}
        />
      )}
    </div>
  );
}

/** The counts with what is still on its way. */
function usePending({ subject }: Required<Place>, commentId: string | undefined, counted: Counted): Counted {
  const pending = useOutbox().filter(
    ({ place, act, state }) =>
      state !== 'refused' &&
      place.subject?.id === subject?.id &&
      act.kind === 'reaction' &&
      act.commentId === commentId,
  );
  return pending.reduce<Counted>((counts, { act }) => {
    if (act.kind !== 'reaction') return counts;
    const { reaction, active } = act;
    const before = counts.find((one) => one.reaction === reaction) ?? { reaction, count: 0, reacted: false };
    const change = Number(active) - Number(before.reacted);
    const after = { reaction, count: before.count + change, reacted: active };
    return [...counts.filter((one) => one.reaction !== reaction), after];
  }, counted);
}
