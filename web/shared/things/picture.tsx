import { type ReactNode, useState } from 'react';
import type { File } from '../../../schemas/files.ts';
import { contentUrl } from '../../data/content-url.ts';

const formats = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/;

/** Whether browsers draw it within an image element, where nothing of it runs or loads. */
export const isPicture = ({ contentType }: Pick<File, 'contentType'>): boolean => formats.test(contentType);

/** A list does not load larger ones. */
const mostBytes = 4 * 1024 * 1024;

interface PictureProps {
  readonly file: Pick<File, 'id' | 'contentType' | 'size'>;
  /** Its box has a size of its own, so that nothing moves when it comes. */
  readonly className: string | undefined;
  /** Stands for a file that is not drawn. */
  readonly instead?: ReactNode;
}

/** A small look at an image, beside its name. It loads when it comes into sight. */
export function Picture({ file, className, instead = null }: PictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (!isPicture(file) || file.size > mostBytes || isBroken) return instead;
  return (
    <img
      className={className}
      src={contentUrl(file.id)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setIsBroken(true)}
    />
  );
}
