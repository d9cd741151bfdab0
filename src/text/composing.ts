/** As many marks as one character may have by Unicode (UAX #15, Stream-Safe Text Format), and those beyond. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * A text composed (NFC). Of marks that follow one another only the first thirty stay: to put many of them in order, as NFC
 * does, takes time that grows with their square.
 */
export const composed = (text: string): string => text.replace(tooManyMarks, '$1').normalize('NFC');
