import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../ui/icon.tsx';
import { fileQuery } from './file-query.ts';
import { Picture } from './picture.tsx';
import styles from './found-picture.module.css';

const endings = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** Whether a file is an image, as far as its name says. */
export const isNamedAsPicture = (fileName: string): boolean => endings.test(fileName);

/** A small look at an image that was found by its name. */
export function FoundPicture({ id }: { id: string }) {
  const file = useQuery(fileQuery(id)).data;
  const instead = <Icon name="file" />;
  return (
    <span className={styles.lead}>
      {file ? <Picture file={file} className={styles.picture} instead={instead} /> : instead}
    </span>
  );
}
