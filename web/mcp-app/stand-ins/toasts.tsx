import { useEffect, useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Offer } from '../../ui/overlays/toast.tsx';
import styles from './overlays.module.css';

interface Said {
  readonly sentence: string;
  readonly offer: Offer | undefined;
}

let hear: (said: Said) => void = () => {};

/** Shows a sentence of `tell`. */
export const show = (sentence: string, offer?: Offer): void => hear({ sentence: shownOnLine(sentence), offer });

/** The last sentence, below the app. It stays until the next one or until it is closed, because a chat is scrolled. */
export default function Toasts() {
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    hear = setSaid;
    return () => void (hear = () => {});
  }, []);
  const close = () => setSaid(undefined);
  return (
    <div role="status">
      {said && (
        <div className={styles.toast}>
          <p>{said.sentence}</p>
          {said.offer && (
            <Button
              onClick={() => {
                close();
                said.offer!.run();
              }}
            >
              {said.offer.label}
            </Button>
          )}
          <IconButton label="Close" icon="close" onClick={close} />
        </div>
      )}
    </div>
  );
}
