import { sentenceOf } from '../../data/problems.ts';
import { signOut } from '../../data/session.ts';
import { tell } from '../../ui/overlays/toast.tsx';

/** Signs the person out, here or everywhere, or tells them that it failed. */
export const leave = (everywhere = false): void =>
  void signOut(everywhere).catch((error: unknown) => tell(sentenceOf(error)));
