import { expect, test } from 'vitest';
import { uploadSample } from '../support/documents.ts';
import { indexed } from '../support/index.ts';
import { docxOf, office, officeTypes } from '../support/office.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

async function textOf(fileName: string, type: string, bytes: Buffer): Promise<string | undefined> {
  const fileId = await uploadSample(gateway.admin, { fileName, type, bytes });
  await indexed(gateway.dataFolder);
  return (await gateway.admin.done(`GET /files/${fileId}/text`)).text.content;
}

const run = (content: string) => `<w:r>${content}</w:r>`;
const said = (text: string) => `<w:p>${run(`<w:t>${text}</w:t>`)}</w:p>`;
const boxed = (text: string) => `<w:txbxContent>${said(text)}</w:txbxContent>`;

const bodies: [what: string, body: string, text: string][] = [
  [
    'a tab, a line break and a hyphen in a paragraph',
    `<w:p>${run('<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>')}</w:p>`,
    'a\tb\nc-d\n\n',
  ],
  [
    'a text box, which is there for two generations of editors',
    `<w:p>${run(`<mc:AlternateContent><mc:Choice>${boxed('box')}</mc:Choice><mc:Fallback>${boxed('box')}</mc:Fallback></mc:AlternateContent>`)}</w:p>`,
    'box\n\n',
  ],
  [
    'a link, an insertion and a deletion',
    `<w:p><w:hyperlink>${run('<w:t xml:space="preserve">linked </w:t>')}</w:hyperlink><w:ins>${run('<w:t>inserted</w:t>')}</w:ins><w:del>${run('<w:delText>deleted</w:delText>')}</w:del></w:p>`,
    'linked inserted\n\n',
  ],
  [
    'the code of a field, of which only the result is text',
    `<w:p>${run('<w:instrText>PAGE</w:instrText>')}${run('<w:t>7</w:t>')}</w:p>`,
    '7\n\n',
  ],
  [
    'a table in a cell of a table',
    `<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc>${said('inner')}</w:tc></w:tr></w:tbl></w:tc><w:tc>${said('outer')}</w:tc></w:tr></w:tbl>`,
    'inner\nouter\n\n',
  ],
  ['references to characters', said('&#x6771;&#20140; &lt;&amp;&gt;'), '東京 <&>\n\n'],
  ['what the prefix of another producer marks', said('other').replaceAll('w:', 'x:'), 'other\n\n'],
];

test.each(bodies)('a Word document with %s', async (_what, body, text) => {
  const bytes = docxOf(`<w:document><w:body>${body}</w:body></w:document>`);
  expect(await textOf('a.docx', officeTypes.docx, bytes)).toBe(text);
});

test('a workbook of another producer, that counts from 1904 and says neither where a cell is nor what it shares', async () => {
  const bytes = office('xl/workbook.xml', officeTypes.xlsx, {
    'xl/workbook.xml': [
      '<x:workbook><x:workbookPr date1904="1"/><x:sheets><x:sheet name="S" sheetId="1" rel:id="rId1"/></x:sheets></x:workbook>',
      [
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'styles', 'styles.xml'],
      ],
    ],
    'xl/worksheets/sheet1.xml': [
      '<x:worksheet><x:sheetData><x:row><x:c s="1"><x:v>1</x:v></x:c><x:c s="1"><x:v>0.75</x:v></x:c><x:c s="2"><x:v>0.5</x:v></x:c><x:c t="str"><x:f>A1&amp;"b"</x:f><x:v>ab</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row><x:row/><x:row><x:c r="D3"><x:v>4</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    ],
    'xl/styles.xml': [
      '<x:styleSheet><x:numFmts><x:numFmt numFmtId="170" formatCode="0.0 &quot;days&quot;"/></x:numFmts><x:cellStyleXfs><x:xf numFmtId="0"/></x:cellStyleXfs><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="14"/><x:xf numFmtId="170"/></x:cellXfs></x:styleSheet>',
    ],
  });
  expect(await textOf('a.xlsx', officeTypes.xlsx, bytes)).toBe(
    '# S\n\n1904-01-02\t18:00:00\t0.5\tab\t#N/A\n\t\t\t4\n\n',
  );
});

test('a presentation with a table, a diagram and the number of its slide', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const bytes = office('ppt/presentation.xml', officeTypes.pptx, {
    'ppt/presentation.xml': [
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
      [['rId1', 'slide', 'slides/slide1.xml']],
    ],
    'ppt/slides/slide1.xml': [
      `<p:sld><p:graphicFrame><a:tbl><a:tr>${cell('a')}${cell('b')}</a:tr><a:tr>${cell('c')}${cell('d')}</a:tr></a:tbl></p:graphicFrame><p:sp><p:nvPr><p:ph type="sldNum"/></p:nvPr><a:p><a:fld><a:t>17</a:t></a:fld></a:p></p:sp></p:sld>`,
      [['rId1', 'diagramData', '../diagrams/data1.xml']],
    ],
    'ppt/diagrams/data1.xml': ['<dgm:pt><dgm:t><a:p><a:r><a:t>in a diagram</a:t></a:r></a:p></dgm:t></dgm:pt>'],
  });
  expect(await textOf('a.pptx', officeTypes.pptx, bytes)).toBe('a\tb\nc\td\nin a diagram\n\n');
});
