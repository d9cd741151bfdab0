import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';

interface ExportMenuProps {
  readonly channel: string;
  readonly dataSetId: string;
  /** A View, whose filters and order the file keeps, or filters as JSON. */
  readonly of?: { readonly viewId?: string; readonly filters?: string } | undefined;
}

const formats = [
  { format: 'csv', label: 'Download as CSV' },
  { format: 'xlsx', label: 'Download as Excel workbook' },
  { format: 'jsonl', label: 'Download as JSON lines' },
] as const;

/** Records as a file that can be imported again. */
export const ExportMenu = ({ channel, dataSetId, of }: ExportMenuProps) => (
  <Menu
    trigger={<Button icon="download">Export</Button>}
    items={formats.map(({ format, label }) => ({
      label,
      run: () =>
        download(
          `/api/workspace/channels/${channel}/data-sets/${dataSetId}/export?${new URLSearchParams({ format, ...of })}`,
        ),
    }))}
  />
);

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
