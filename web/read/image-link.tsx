import { createContext, use, useState } from 'react';
import { useReading } from './context.ts';
import { Shown } from '../ui/shown.tsx';
import styles from './markdown.module.css';
import { TextLink } from './text-link.tsx';

/** Where the bytes of a picture are, by the address that a text gives it. Undefined for all but stored files. */
export const StoredPictures = createContext<(url: string) => string | undefined>(() => undefined);

/** A stored picture. One from elsewhere would tell its host who reads this, so it stands as a link. */
export function ImageLink({ url, alt }: { url: string; alt: string }) {
  const source = use(StoredPictures)(url);
  const { isTalk } = useReading();
  const [isBroken, setIsBroken] = useState(false);
  return (
    <TextLink to={url}>
      {source !== undefined && !isBroken ? (
        <img
          className={styles.picture}
          src={source}
          alt={alt}
          loading={isTalk ? 'lazy' : 'eager'}
          onError={() => setIsBroken(true)}
        />
      ) : (
        <span className={source && styles.missing}>
          <span className={styles.image}>image</span> <Shown text={alt || url} />
        </span>
      )}
    </TextLink>
  );
}
