import { chooser, type Chooser } from './choices.ts';

/** A business of which questions are made. Its words stand in its table, but for the verbs. */
export interface Business {
  readonly name: string;
  readonly one: string;
  readonly many: string;
  readonly states: readonly State[];
  readonly worker: { readonly label: string; readonly many: string; readonly names: readonly string[] };
  readonly place: { readonly label: string; readonly names: readonly string[] };
  readonly kind: { readonly label: string; readonly names: readonly string[] };
  readonly amount: string;
  readonly figure: string;
  readonly days: { readonly label: string; readonly participle: string };
  readonly prefix: string;
}

interface State {
  readonly label: string;
  readonly verb: string;
  readonly past: string;
}

export const businesses: readonly Business[] = [
  {
    name: 'Kites',
    one: 'kite',
    many: 'kites',
    states: [
      { label: 'Sold', verb: 'sell', past: 'sold' },
      { label: 'Repaired', verb: 'repair', past: 'repaired' },
      { label: 'Returned', verb: 'return', past: 'returned' },
    ],
    worker: { label: 'Maker', many: 'makers', names: ['Ingrid', 'Tobias', 'Carmen'] },
    place: { label: 'Shop', names: ['Harlingen', 'Dunkirk', 'Skagen'] },
    kind: { label: 'Fabric', names: ['Ripstop', 'Cotton', 'Silk'] },
    amount: 'Price',
    figure: 'Wingspan',
    days: { label: 'Ordered on', participle: 'ordered' },
    prefix: 'K',
  },
  {
    name: 'Surveys',
    one: 'survey',
    many: 'surveys',
    states: [
      { label: 'Approved', verb: 'approve', past: 'approved' },
      { label: 'Rejected', verb: 'reject', past: 'rejected' },
      { label: 'Delivered', verb: 'deliver', past: 'delivered' },
    ],
    worker: { label: 'Surveyor', many: 'surveyors', names: ['Magnus', 'Priya', 'Leontine'] },
    place: { label: 'County', names: ['Kerry', 'Donegal', 'Wexford'] },
    kind: { label: 'Instrument', names: ['Theodolite', 'Drone', 'Scanner'] },
    amount: 'Fee',
    figure: 'Acres',
    days: { label: 'Surveyed on', participle: 'surveyed' },
    prefix: 'S',
  },
  {
    name: 'Fittings',
    one: 'fitting',
    many: 'fittings',
    states: [
      { label: 'Completed', verb: 'complete', past: 'completed' },
      { label: 'Cancelled', verb: 'cancel', past: 'cancelled' },
      { label: 'Postponed', verb: 'postpone', past: 'postponed' },
    ],
    worker: { label: 'Tailor', many: 'tailors', names: ['Benedikt', 'Rosalind', 'Anouk'] },
    place: { label: 'Studio', names: ['Ghent', 'Leuven', 'Antwerp'] },
    kind: { label: 'Garment', names: ['Waistcoat', 'Trousers', 'Overcoat'] },
    amount: 'Charge',
    figure: 'Minutes',
    days: { label: 'Fitted on', participle: 'fitted' },
    prefix: 'F',
  },
];

const rows = 90;
const firstDay = Date.UTC(2026, 0, 3);

/** The table of a business as CSV, always the same. */
export function tableOf({ name, one, states, worker, place, kind, amount, figure, days, prefix }: Business): string {
  const choose = chooser(name.length * 7919 + prefix.charCodeAt(0));
  const header = [one, states[0]!.label === 'Sold' ? 'Stage' : 'Status', worker.label, place.label, kind.label];
  const lines = Array.from({ length: rows }, (_, at) => lineOf(at, choose));
  return `${[...header, amount, figure, days.label].map(titled).join(',')}\n${lines.join('\n')}\n`;

  function lineOf(at: number, { of, below }: Chooser): string {
    const day = new Date(firstDay + at * 3 * 86_400_000).toISOString().slice(0, 10);
    const cells = [of(states).label, of(worker.names), of(place.names), of(kind.names)];
    return [`${prefix}${100 + at}`, ...cells, 20 + 5 * below(60), 10 + below(90), day].join(',');
  }
}

const titled = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
