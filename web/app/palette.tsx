import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { pathOf } from '../ui/link.tsx';
import { useReturnFocus } from '../ui/overlays/use-return-focus.ts';
import { type Place, usePlaces } from './places.ts';
import styles from './palette.module.css';

/** Goes anywhere: channels with something new first, then the rest, then what a search finds. */
export default function Palette({ close }: { close: () => void }) {
  useReturnFocus();
  const [words, setWords] = useState('');
  const places = usePlaces(words);
  const navigate = useNavigate();
  const go = ({ url }: Place) => {
    close();
    void navigate({ href: pathOf(url) });
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label="Go anywhere" finalFocus={false}>
          <Autocomplete.Root
            open
            inline
            items={places}
            value={words}
            onValueChange={setWords}
            mode="none"
            autoHighlight="always"
            keepHighlight
            itemToStringValue={({ label }: Place) => label}
          >
            <Autocomplete.Input
              className={styles.input}
              aria-label="Where to go"
              placeholder="A channel, a document, any words"
            />
            <Autocomplete.List className={styles.list}>
              {(place: Place) => (
                <Autocomplete.Item key={place.url} value={place} className={styles.item} onClick={() => go(place)}>
                  <Icon name={place.icon} />
                  <span className={styles.label}>{place.label}</span>
                  <span className={styles.note}>{place.note}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
