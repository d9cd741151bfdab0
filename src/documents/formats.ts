import type { DocumentFormat } from '../../schemas/files.ts';
import type { Extract } from './extracted-text.ts';

/** The text extractor of each format. A process handles one document and loads only its extractor. */
export const extractors: Record<DocumentFormat, () => Promise<Extract>> = {
  pdf: async () => (await import('./pdf.ts')).extractPdf,
  docx: async () => (await import('./docx.ts')).extractDocx,
  xlsx: async () => (await import('./xlsx.ts')).extractXlsx,
  pptx: async () => (await import('./pptx.ts')).extractPptx,
  html: async () => (await import('./html.ts')).extractHtml,
  text: async () => (await import('./text.ts')).extractText,
};
