import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { PlaceInText } from '../../editor/dropped.ts';
import type { EditorHandle } from '../../editor/editor.tsx';
import { linkTo } from '../../editor/links.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { resourcePath } from '../../../schemas/urls.ts';

/** A file that is stored sooner is told of once. */
const tellAfterMs = 1000;

/** Stores files for the readers of the channel, and links to them where they were dropped. */
export async function takeUploads(
  files: readonly File[],
  place: PlaceInText,
  channelId: string,
  editor: Pick<EditorHandle, 'insert'>,
): Promise<void> {
  for (const file of files) {
    const slow = setTimeout(() => tell(`“${file.name}” is being stored.`), tellAfterMs);
    try {
      const { file: stored } = await workspace.files.upload({ file, ...(channelId && { channelId }) });
      const link = linkTo(stored.fileName, resourcePath('file', stored.id));
      editor.insert(stored.contentType.startsWith('image/') ? `!${link}` : link, place);
      tell(`“${stored.fileName}” is stored, and the text links to it.`);
    } catch (error) {
      tell(`“${file.name}” was not stored. ${sentenceOf(error)}`);
    } finally {
      clearTimeout(slow);
    }
  }
}
