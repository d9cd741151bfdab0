import type { Mentions } from '../../schemas/posts.ts';
import { Markdown } from '../read/markdown.tsx';
import { WithPictures } from '../shared/things/with-pictures.tsx';
import { Link } from '../ui/link.tsx';
import { Shown } from '../ui/shown.tsx';
import { mentionedBy, useMentionable } from './mentionable.ts';
import styles from './words.module.css';

interface WordsProps {
  readonly channelId: string;
  readonly said: { readonly body: string } & Partial<Mentions>;
}

/** The text of a post or comment. Names in it lead to what they name; what is named elsewhere stands below. */
export function Words({ channelId, said }: WordsProps) {
  const mentioned = mentionedBy(said, useMentionable(channelId));
  const links = new Map(mentioned.map(({ text, url }) => [text, url]));
  const unnamed = mentioned.filter(({ text }) => !said.body.includes(text));
  return (
    <>
      <WithPictures>
        <Markdown text={said.body} links={links} />
      </WithPictures>
      {unnamed.length > 0 && (
        <p className={styles.unnamed}>
          {unnamed.map(({ kind, id, text, url }) => (
            <Link key={kind + id} to={url} className={styles.mention}>
              <Shown text={text} />
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
