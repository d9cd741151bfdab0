const office = 'application/vnd.openxmlformats-officedocument.';

const names: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  [`${office}wordprocessingml.document`]: 'Word document',
  [`${office}spreadsheetml.sheet`]: 'Excel workbook',
  [`${office}presentationml.presentation`]: 'PowerPoint presentation',
};

/** The name that people have for a content type, else the type itself. */
export const formatName = (contentType: string): string => names[contentType] ?? contentType;
