import type { Answer, Column, Row, TypedQuery } from '../../../schemas/queries.ts';

type Source = NonNullable<Answer['sources']>[number];

/** The text read from one resource. */
export interface ReadSource extends Source {
  readonly text: string;
}

/** A typed query that ran, and the part of its result that the model saw. */
export interface RanQuery {
  readonly body: TypedQuery;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Whether `rows` is the whole result. */
  readonly isWhole: boolean;
}

/** Everything that tools gave a model for one question. An answer can rest on nothing else. */
export class Evidence {
  readonly #sources = new Map<string, ReadSource>();
  readonly #queries: RanQuery[] = [];

  read(source: Source, text: string): void {
    const known = this.#sources.get(source.id);
    this.#sources.set(source.id, { ...known, ...source, text: known ? `${known.text}\n${text}` : text });
  }

  /** Records a query. Returns the name by which the model can refer to it. */
  ran(query: RanQuery): string {
    return `q${this.#queries.push(query)}`;
  }

  source(id: string): ReadSource | undefined {
    return this.#sources.get(id);
  }

  query(name: string): RanQuery | undefined {
    return this.#queries.find((_query, index) => name === `q${index + 1}`);
  }

  everything(): string {
    return [...[...this.#sources.values()].map(textOfSource), ...this.#queries.map(textOfQuery)].join('\n');
  }
}

export const textOfSource = ({ title, url, snippet, text }: ReadSource): string =>
  [title, url, snippet, text].join('\n');

/**
 * The results of a query and their number. Only the days in the model's own query count too, because it could have
 * invented other numbers.
 */
export const textOfQuery = ({ body, columns, rows }: RanQuery): string => {
  const own = new Set(body.metrics?.map(({ alias }) => alias));
  const labels = columns.filter(({ key }) => !own.has(key)).map(({ label }) => label);
  const days = JSON.stringify(body.filters ?? []).match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  return [...labels, ...days, rows.length, ...rows.flatMap((row) => Object.values(row))]
    .map((one) => JSON.stringify(one))
    .join('\n');
};
