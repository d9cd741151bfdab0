import type { DocumentFormat } from '../../schemas/files.ts';
import type { Draw } from './drawing.ts';

/** The text extractor of each format. A process handles one document and loads only its extractor. */
export const drawers: Record<DocumentFormat, () => Promise<Draw>> = {
  pdf: async () => (await import('./pdf.ts')).drawPdf,
  docx: async () => (await import('./docx.ts')).drawDocx,
  xlsx: async () => (await import('./xlsx.ts')).drawXlsx,
  pptx: async () => (await import('./pptx.ts')).drawPptx,
  html: async () => (await import('./html.ts')).drawHtml,
  text: async () => (await import('./text.ts')).drawText,
};
