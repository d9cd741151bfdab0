import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { cache } from '../../data/cache.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import type { ReferenceType } from '../../fields/around.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';
import { uploadFile, type Way, waysToMake } from './making.ts';
import styles from './pickers.module.css';

interface MakeNewProps {
  readonly type: ReferenceType;
  /** The words that were sought. They name the new thing. */
  readonly title: string;
  readonly place: { readonly channelId: string; readonly dataSetId: string | undefined };
  readonly made: (id: string) => void;
}

/** Makes something new in the channel, and picks it. */
export function MakeNew({ type, title, place, made }: MakeNewProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (make: () => Promise<string>) => make(),
    onSuccess: (id) => {
      void cache.invalidateQueries({ queryKey: [`${type}s`] });
      made(id);
    },
  });
  const run = ({ make }: Way) => mutate(() => make(title, place));
  return (
    <div className={styles.making}>
      {type === 'file' ? (
        <>
          <Button icon="upload" disabled={isPending} onClick={() => chooser.current?.click()}>
            {isPending ? 'Uploading …' : 'Upload a file'}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label="The file to upload"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) mutate(() => uploadFile(file, place.channelId));
              target.value = '';
            }}
          />
        </>
      ) : (
        waysToMake[type].map((way) => (
          <Button key={way.label} icon={way.icon} disabled={isPending || title === ''} onClick={() => run(way)}>
            {title === '' ? way.label : `${way.label} “${title}”`}
          </Button>
        ))
      )}
      {type !== 'file' && title === '' && <span className={styles.note}>Type its name above to make a new one.</span>}
      {error && <Failure sentence={mistakeOf(error, 'title') ?? sentenceOf(error)} />}
    </div>
  );
}
