import type { Account } from './rest.ts';
import { docx, officeTypes, pptx, xlsx } from './office.ts';
import { pdf } from './pdf.ts';

/** A document as it is uploaded. */
export interface Sample {
  readonly fileName: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export async function uploadSample(by: Account, { fileName, type, bytes }: Sample): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), fileName);
  return (await by.done('POST /files', form)).file.id;
}

const scripts = ['Straße nach Łódź', 'שלום עולם', 'مرحبا بالعالم', '東京都の報告書'] as const;

export const samples: (Sample & { readonly text: string; readonly word: string })[] = [
  {
    fileName: 'report.pdf',
    type: 'application/pdf',
    bytes: pdf([[...scripts, 'Zephyrpdf on page one'], ['and page two']]),
    text: `${scripts.join('\n')}\nZephyrpdf on page one\n\nand page two\n\n`,
    word: 'zephyrpdf',
  },
  {
    fileName: 'letter.docx',
    type: officeTypes.docx,
    bytes: docx(
      [
        { text: 'Zephyrdocx & Söhne', style: 'berschrift1' },
        ...scripts.map((text) => ({ text })),
        { text: 'erstens', listed: true },
        { text: 'zweitens', listed: true },
        [
          ['Name', 'Ort'],
          ['Zoë <z>', 'Łódź'],
        ],
      ],
      'eine Fußnote',
    ),
    text: `# Zephyrdocx & Söhne\n\n${scripts.join('\n\n')}\n\n- erstens\n- zweitens\nName\tOrt\nZoë <z>\tŁódź\n\neine Fußnote\n\n`,
    word: 'zephyrdocx',
  },
  {
    fileName: 'figures.xlsx',
    type: officeTypes.xlsx,
    bytes: xlsx({
      'Zephyrxlsx & more': [
        ['Name', 'Day', 'Amount'],
        ['Straße\nnach Łódź', new Date(Date.UTC(2026, 2, 1)), 0.1 + 0.2],
        [{ inline: 'שלום עולם' }, new Date(Date.UTC(2026, 2, 1, 13, 45)), true],
        ['東京都', undefined, -1_234_567.5],
      ],
      Second: [['last']],
    }),
    text: '# Zephyrxlsx & more\n\nName\tDay\tAmount\nStraße nach Łódź\t2026-03-01\t0.3\nשלום עולם\t2026-03-01 13:45:00\tTRUE\n東京都\t\t-1234567.5\n\n# Second\n\nlast\n\n',
    word: 'zephyrxlsx',
  },
  {
    fileName: 'slides.pptx',
    type: officeTypes.pptx,
    bytes: pptx([
      { title: 'First', lines: scripts, notes: 'the zephyrnotes' },
      { title: 'Second', lines: ['zephyrpptx'] },
    ]),
    text: `# First\n\n${scripts.join('\n')}\nthe zephyrnotes\n\n# Second\n\nzephyrpptx\n\n`,
    word: 'zephyrpptx',
  },
  {
    fileName: 'page.html',
    type: 'text/html',
    bytes: Buffer.from(
      `<!doctype html><title>Zephyrhtml</title><style>p { color: red }</style><script>var hidden = "<p>";</script><h2>Two &amp; <b>two</b></h2><p>${scripts.join('<br>')}</p><!-- a comment --><ul><li>one<li>two</ul><table><tr><td>a</td><td>b</td></tr></table><pre>as  it\n  stands</pre><img alt="a picture">`,
    ),
    text: `Zephyrhtml\n\n## Two & two\n\n${scripts.join('\n')}\n\n- one\n- two\n\na\tb\n\nas  it\n  stands\n\na picture\n`,
    word: 'zephyrhtml',
  },
  {
    fileName: 'notes.txt',
    type: 'text/plain',
    bytes: Buffer.from(`\ufeffzephyrutf16\n${scripts.join('\n')}`, 'utf16le'),
    text: `zephyrutf16\n${scripts.join('\n')}`,
    word: 'zephyrutf16',
  },
  {
    fileName: 'page-latin1.html',
    type: 'text/html',
    bytes: Buffer.from('<meta charset="iso-8859-1"><p>Zephyrlatin Größe</p>', 'latin1'),
    text: 'Zephyrlatin Größe\n\n',
    word: 'zephyrlatin',
  },
  {
    fileName: 'notes.md',
    type: 'text/markdown',
    bytes: Buffer.from(`# Zephyrmd\n\n* ${scripts.join('\n* ')}\n`),
    text: `# Zephyrmd\n\n* ${scripts.join('\n* ')}\n`,
    word: 'zephyrmd',
  },
  {
    fileName: 'figures.csv',
    type: 'text/csv',
    bytes: Buffer.from(`Name,Zephyrcsv\n"${scripts.join('","')}"\n`),
    text: `Name,Zephyrcsv\n"${scripts.join('","')}"\n`,
    word: 'zephyrcsv',
  },
];
