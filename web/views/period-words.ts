import { shownDay } from '../fields/format.ts';

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A period of a grouped date in words: `2026-11` as Nov 2026, `2026-W48` as week 48, 2026. */
export function periodWords(key: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(key)) return shownDay(key);
  if (/^\d{4}-\d{2}$/.test(key)) return month.format(new Date(`${key}-01T00:00:00Z`));
  const [, year, kind, number] = /^(\d{4})-([WQ])(\d+)$/.exec(key) ?? [];
  if (year === undefined) return key;
  return kind === 'W' ? `week ${Number(number)}, ${year}` : `Q${number} ${year}`;
}
