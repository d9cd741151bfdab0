/** A value that a statement binds. */
export type Bound = string | number | null;

/** SQL that an engine can run, with its bound values. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** SQL with the same parameters that takes less time. It finds the same rows, of short texts, or none. */
  readonly sooner?: string | undefined;
}

/**
 * A piece of SQL with its values. Every page of a View builds one. The tree of a query builder would take longer than
 * reading some of the page's records.
 */
export interface Fragment {
  /** Each value stands as a `parameterMark`. */
  readonly sql: string;
  readonly parameters: readonly Bound[];
}

/**
 * SQLite takes it as it stands, because replacing it takes a tenth of the time of a short page. Another engine's
 * `Dialect.statementOf` replaces it. `sqlite/driver.ts` explains the plus.
 */
export const parameterMark = '+?';

/** Fragments stand where they stand, any other value is bound. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | Bound)[]): Fragment {
  let text = texts[0]!;
  const parameters: Bound[] = [];
  for (let place = 0; place < parts.length; place += 1) {
    const part = parts[place]!;
    if (typeof part === 'object' && part !== null) {
      text += part.sql;
      parameters.push(...part.parameters);
    } else {
      text += parameterMark;
      parameters.push(part);
    }
    text += texts[place + 1]!;
  }
  return { sql: text, parameters };
}

/** An identifier or expression of the catalogue; never a text of a request. */
export const raw = (text: string): Fragment => ({ sql: text, parameters: [] });

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  let text = '';
  const parameters: Bound[] = [];
  for (const fragment of fragments) {
    text += text === '' ? fragment.sql : separator + fragment.sql;
    parameters.push(...fragment.parameters);
  }
  return { sql: text, parameters };
}

/** Values in a row, each bound. */
export const listed = (items: readonly Bound[]): Fragment => ({
  sql: items.map(() => parameterMark).join(', '),
  parameters: items,
});
