import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// It offers itself to the library, which would otherwise look for it as a file beside the bundle.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { type Extract, Unreadable } from './extracted-text.ts';
import { textOfPage } from './pdf-lines.ts';

/** The build copies these tables: the characters of East Asian fonts and the widths of the standard fonts. */
const tables = (name: string) => fileURLToPath(new URL(`pdf/${name}/`, import.meta.url));

/** The pages one after the other, with a blank line between two paragraphs or pages. */
export const extractPdf: Extract = async ({ bytes }, text) => {
  const document = await opened(bytes);
  for (let number = 1; number <= document.numPages; number += 1) {
    text.write(`${await textOf(document, number)}\n`);
    await text.drain();
  }
};

async function opened(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      cMapUrl: tables('cmaps'),
      standardFontDataUrl: tables('standard_fonts'),
      disableFontFace: true,
      useSystemFonts: false,
      useWasm: false,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    throw error instanceof PasswordException ? new Unreadable('encrypted') : error;
  }
}

/** A page that is damaged says nothing; the others do. */
async function textOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number).catch(() => undefined);
  const content = await page?.getTextContent().catch(() => undefined);
  page?.cleanup();
  return content ? textOfPage(content) : '';
}
