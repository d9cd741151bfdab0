/** As many marks as one character may have by Unicode (UAX #15, Stream-Safe Text Format), and those beyond. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/** Composes a text (NFC). It keeps only the first 30 marks of a run, because NFC orders marks in quadratic time. */
export const composed = (text: string): string => text.replace(tooManyMarks, '$1').normalize('NFC');
