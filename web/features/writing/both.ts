import { tell } from '../../ui/overlays/toast.tsx';
import type { Beside } from './desk.ts';
import type { Session } from './session.ts';

export const takeBoth = (session: Session, conflict: Beside): void => told(session.takeBoth(conflict), conflict);

export const saveBoth = async (session: Session, conflict: Beside): Promise<void> =>
  told(await session.saveBoth(conflict), conflict);

/** Says that nothing is left of the draft, if so, and offers it again. */
function told(undo: (() => void) | undefined, { theirs }: Beside): void {
  if (undo)
    tell(`You took over version ${theirs.versionNumber} as it is. Yours is not kept.`, { label: 'Undo', run: undo });
}
