import { useState } from 'react';
import type { File } from '../../../schemas/files.ts';
import { contentUrl } from '../../data/content-url.ts';
import { Failure } from '../../ui/states.tsx';
import styles from './file.module.css';

/** An image. Within an image element nothing of it runs or loads. */
export function ImagePreview({ file }: { file: File }) {
  const [size, setSize] = useState<string>();
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Failure sentence="The image cannot be shown here. Download it to look at it." />;
  return (
    <figure className={styles.image}>
      <div className={styles.frame}>
        <img
          src={contentUrl(file.id)}
          alt={file.fileName}
          data-loaded={size !== undefined}
          onError={() => setIsBroken(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${naturalWidth.toLocaleString()} × ${naturalHeight.toLocaleString()} pixels`)
          }
        />
      </div>
      <figcaption>{size}</figcaption>
    </figure>
  );
}
