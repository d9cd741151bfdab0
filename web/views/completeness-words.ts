import type { Completeness } from '../../schemas/queries.ts';

const number = new Intl.NumberFormat();

/** Whether figures by group are all there are. */
export function groupsWords({ complete, returned, reason }: Completeness): string {
  if (complete) return returned === 1 ? 'The only row' : `All ${number.format(returned)} rows`;
  const why = reason === 'size_limit' ? 'the answer has no more room' : 'more exist';
  return `First ${number.format(returned)} rows; ${why}`;
}

/** Whether records on a page are all there are: "All 4,212 records", "First 200 of 4,212 records". */
export function recordsWords(shown: number, total: number | undefined, isAll: boolean): string {
  if (isAll) return shown === 1 ? 'The only record' : `All ${number.format(shown)} records`;
  const of = total === undefined ? '; more exist' : ` of ${number.format(total)}`;
  return `First ${number.format(shown)}${of}${total === undefined ? '' : ' records'}`;
}
