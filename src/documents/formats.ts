import type { DocumentFormat } from '../../schemas/files.ts';
import type { Extract } from './extracted-text.ts';

/** Formats that are written as CSV in UTF-8: a sheet of a workbook, JSON lines, or CSV in another encoding. */
export type TableFormat = 'xlsx_table' | 'json_table' | 'text_table';

export const isTable = (format: DocumentFormat | TableFormat): boolean => format.endsWith('_table');

/** The text extractor of each format. A process handles one document and loads only its extractor. */
export const extractors: Record<DocumentFormat | TableFormat, () => Promise<Extract>> = {
  pdf: async () => (await import('./pdf.ts')).extractPdf,
  docx: async () => (await import('./docx.ts')).extractDocx,
  xlsx: async () => (await import('./xlsx.ts')).extractXlsx,
  pptx: async () => (await import('./pptx.ts')).extractPptx,
  html: async () => (await import('./html.ts')).extractHtml,
  text: async () => (await import('./text.ts')).extractText,
  xlsx_table: async () => (await import('./xlsx-table.ts')).extractTable,
  json_table: async () => (await import('./json-lines.ts')).extractJsonLines,
  text_table: async () => (await import('./text.ts')).extractText,
};
