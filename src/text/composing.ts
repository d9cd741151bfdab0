/** More than 30 marks, the most that one character may have (UAX #15, Stream-Safe Text Format). */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/** Composes a text (NFC). It keeps only the first 30 marks of a run, because NFC orders marks in quadratic time. */
export const composed = (text: string): string => text.replace(tooManyMarks, '$1').normalize('NFC');
