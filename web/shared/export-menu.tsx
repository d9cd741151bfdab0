import { workspace } from '../data/client.ts';
import { sentenceOf } from '../data/problems.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { tell } from '../ui/overlays/toast.tsx';
import { saveBlob } from './save-blob.ts';

type Exported = Parameters<typeof workspace.dataSets.export>[0];

const formats = [
  { format: 'csv', label: 'Download as CSV' },
  { format: 'xlsx', label: 'Download as Excel workbook' },
  { format: 'jsonl', label: 'Download as JSON lines' },
] as const;

/** Records as a file that can be imported again: all, those of a View, or the filtered ones. */
export const ExportMenu = (of: Omit<Exported, 'format'>) => (
  <Menu
    trigger={<Button icon="download">Export</Button>}
    items={formats.map(({ format, label }) => ({ label, run: () => void download({ ...of, format }) }))}
  />
);

/** A link does not carry the page's session, so the page reads the bytes and saves them. */
async function download(of: Exported): Promise<void> {
  tell('The file is being made.');
  try {
    const { file, content } = await workspace.dataSets.export(of);
    const parts = await Array.fromAsync(await content.open(), (part) => part as Uint8Array<ArrayBuffer>);
    saveBlob(new Blob(parts, { type: file.contentType }), file.fileName);
  } catch (error) {
    tell(sentenceOf(error));
  }
}
