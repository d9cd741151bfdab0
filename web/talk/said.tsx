import { isThroughAgent } from '../../schemas/interfaces.ts';
import { type ReactNode, useState } from 'react';
import type { Comment, Mentions } from '../../schemas/posts.ts';
import type { Place } from '../data/outbox-entry.ts';
import { useMe } from '../data/queries.ts';
import { copyLink } from '../shared/copy-link.ts';
import { IconButton } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Avatar, Person } from '../ui/person.tsx';
import { Time } from '../ui/time.tsx';
import { Composer } from './composer.tsx';
import { mentionedBy, useMentionable } from './mentionable.ts';
import { Reactions } from './reactions.tsx';
import styles from './said.module.css';
import { Words } from './words.tsx';

/** An edit says all that its text mentions. */
type Mentioning = { readonly body: string } & Mentions;

interface SaidProps {
  readonly said: Comment;
  readonly place: Required<Place>;
  /** Absent for the root of a discussion. */
  readonly commentId?: string | undefined;
  readonly canWrite: boolean;
  readonly onEdit: (words: Mentioning) => Promise<unknown>;
  readonly onRemove: () => void;
  /** Stands after the reactions, such as the way to the replies. */
  readonly after?: ReactNode;
}

/** A post or comment: who said it and through what, its words, the reactions, and what its author may do. */
export function Said({ said, place, commentId, canWrite, onEdit, onRemove, after }: SaidProps) {
  const [isEditing, setEditing] = useState(false);
  const isOwn = useMe()?.userId === said.author.id;
  return (
    <article className={styles.said} tabIndex={-1} data-item id={said.id}>
      <Avatar name={said.via.agent?.name ?? said.author.name} isAgent={isThroughAgent(said.via)} />
      <div className={styles.content}>
        <header className={styles.header}>
          <div className={styles.about}>
            <Person person={said.author} via={said.via} />
            <Link to={said.url} className={styles.time}>
              <Time at={said.createdAt} />
            </Link>
            {said.editedAt && <span className={styles.edited}>edited</span>}
          </div>
          <SaidMenu said={said} isOwn={isOwn} edit={() => setEditing(true)} remove={onRemove} />
        </header>
        {isEditing ? (
          <Editing said={said} place={place} onEdit={onEdit} done={() => setEditing(false)} />
        ) : (
          <Words channelId={place.channelId} said={said} />
        )}
        <footer className={styles.footer}>
          <Reactions place={place} commentId={commentId} counted={said.reactions} canWrite={canWrite} />
          {after}
        </footer>
      </div>
    </article>
  );
}

interface EditingProps extends Pick<SaidProps, 'said' | 'place' | 'onEdit'> {
  readonly done: () => void;
}

function Editing({ said, place: { channelId }, onEdit, done }: EditingProps) {
  const mentioned = mentionedBy(said, useMentionable(channelId));
  return (
    <Composer
      channelId={channelId}
      label="Change what you wrote"
      verb="Save"
      initial={{ body: said.body, mentioned }}
      onSend={(words) => onEdit(words as Mentioning).then(done)}
      onCancel={done}
    />
  );
}

interface SaidMenuProps {
  readonly said: Comment;
  readonly isOwn: boolean;
  readonly edit: () => void;
  readonly remove: () => void;
}

function SaidMenu({ said, isOwn, edit, remove }: SaidMenuProps) {
  const copy: MenuItem = { label: 'Copy link', icon: 'link', run: () => void copyLink(said.url) };
  const own: readonly MenuItem[] = [
    { label: 'Edit', icon: 'edit', run: edit },
    { label: 'Delete', icon: 'trash', isDanger: true, run: remove },
  ];
  return (
    <span className={styles.menu}>
      <Menu trigger={<IconButton label="More" icon="more" />} items={isOwn ? [copy, ...own] : [copy]} />
    </span>
  );
}
