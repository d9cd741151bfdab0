import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { IconButton } from '../button.tsx';
import { type Offer, undoMs } from './toast.tsx';
import styles from './toasts.module.css';

/** Long enough to read a sentence, or to copy a link from it. */
const msACharacter = 80;

const manager = Toast.createToastManager();
const { promise: mounted, resolve: setMounted } = Promise.withResolvers<void>();

/** Shows a sentence of `tell`. The manager forgets what is said before anybody shows it, so this waits. */
export async function show(sentence: string, offer?: Offer): Promise<void> {
  await mounted;
  const id = manager.add({
    title: shownOnLine(sentence),
    timeout: Math.max(offer ? undoMs : 5_000, sentence.length * msACharacter),
    ...(offer && {
      actionProps: {
        children: offer.label,
        onClick: () => {
          offer.run();
          manager.close(id);
        },
      },
    }),
  });
}

/** Where such sentences appear. */
export default function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  useEffect(setMounted, []);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Title className={styles.title} />
      {toast.actionProps && <Toast.Action className={styles.action} />}
      <Toast.Close render={<IconButton label="Close" icon="close" />} />
    </Toast.Root>
  ));
}
