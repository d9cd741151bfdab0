/** A record of the sample's Data Set, as an oracle that knows nothing of typed queries reads it. */
export interface Deal {
  readonly title: string;
  readonly company: string;
  readonly stage: 'lead' | 'proposal' | 'won' | 'lost';
  readonly amount: number;
  /** ISO date. */
  readonly closedOn?: string;
  readonly owner?: string;
}

export interface Known {
  readonly deals: readonly Deal[];
  /** The asker's ID and name; all owned deals of the sample are theirs. */
  readonly me: { readonly id: string; readonly name: string };
  /** ISO date. */
  readonly today: string;
}

export const sumOf = (deals: readonly Deal[]): number => deals.reduce((sum, { amount }) => sum + amount, 0);

export const averageOf = (deals: readonly Deal[]): number => sumOf(deals) / deals.length;

export const atStage = ({ deals }: Known, stage: Deal['stage']): Deal[] => deals.filter((deal) => deal.stage === stage);

export const of = ({ deals }: Known, company: string): Deal[] => deals.filter((deal) => deal.company === company);

export const largest = (deals: readonly Deal[]): Deal => deals.toSorted((a, b) => b.amount - a.amount)[0]!;

export const byClosing = (deals: readonly Deal[]): Deal[] =>
  deals.filter(({ closedOn }) => closedOn).toSorted((a, b) => (a.closedOn! < b.closedOn! ? -1 : 1));

/** The deals of each value, in the order in which the values are met. */
export const groups = (deals: readonly Deal[], valueOf: (deal: Deal) => string): Deal[][] => [
  ...Map.groupBy(deals, valueOf).values(),
];

/** The day this many days before another. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The year and month `back` months before a day: `2026-10`. */
export function monthBefore(day: string, back: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
}

/** The months of the quarter before a day's. */
export function lastQuarter(day: string): string[] {
  const month = Number(day.slice(5, 7));
  const intoQuarter = (month - 1) % 3;
  return [1, 2, 3].map((back) => monthBefore(day, intoQuarter + back));
}
