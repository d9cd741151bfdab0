import { sent } from '../../data/outbox-sent.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Artifact } from './queries.ts';

let opens: ((path: string) => void) | undefined;

/** Tells of documents and sheets that are saved while their page is left. */
export function tellSaved(open: (path: string) => void): void {
  if (!opens) sent.onUnseen(({ answer }) => told(answer as { artifact?: Artifact } | undefined));
  opens = open;
}

function told({ artifact }: { artifact?: Artifact } = {}): void {
  if (!artifact) return;
  const { id, title, versionNumber } = artifact;
  const run = () => opens?.(resourcePath('artifact', id));
  tell(`“${title}” is saved as version ${versionNumber}.`, { label: 'Open', run });
}
