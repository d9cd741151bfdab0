import { shownOnLine } from '../../../schemas/shown.ts';
import { drafts } from '../../data/drafts.ts';
import { saveBlob } from '../../shared/save-blob.ts';
import { Button } from '../../ui/button.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { refreshUnsaved, type Unsaved } from './unsaved.ts';

interface ActProps {
  readonly unsaved: Unsaved;
  /** The name of the draft, as its row shows it. */
  readonly name: string;
}

/** Takes a draft out of this browser. It can be brought back during some seconds. */
export const Discard = ({ unsaved, name }: ActProps) => (
  <Button
    look="quiet"
    aria-label={`Discard the draft of ${shownOnLine(name)}`}
    onClick={() => void discard(unsaved, name)}
  >
    Discard
  </Button>
);

async function discard(unsaved: Unsaved, name: string): Promise<void> {
  const draft = await drafts.read(unsaved);
  await drafts.drop(unsaved);
  await refreshUnsaved();
  if (!draft) return;
  tell(`The draft of “${shownOnLine(name)}” is discarded.`, {
    label: 'Undo',
    run: () => void drafts.putBack(draft).then(refreshUnsaved),
  });
}

/** Gives words to the person that cannot be stored where they belong. */
export const Download = ({ unsaved, name }: ActProps) => (
  <Button look="quiet" icon="download" onClick={() => void download(unsaved, name)}>
    Download it
  </Button>
);

async function download(unsaved: Unsaved, name: string): Promise<void> {
  const draft = await drafts.read<{ readonly text?: string; readonly body?: string }>(unsaved);
  if (!draft) return;
  const { text, body = '' } = draft.content;
  saveBlob(new Blob([text ?? body], { type: 'text/markdown' }), `${name}.md`);
}
