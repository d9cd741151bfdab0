/**
 * A figure without its last digits. Sums of binary fractions may differ there: SQLite adds them as binary numbers, a server
 * as decimal ones.
 */
export const rounded = (value: number): number => Number(value.toPrecision(14));
