import type { Stored } from './values.ts';

/**
 * A piece of SQL with its values. Every page of a View builds one. The tree of a query builder would take longer than
 * reading some of the page's records.
 */
export interface Fragment {
  readonly sql: string;
  readonly parameters: readonly Stored[];
}

/** Fragments stand where they stand, any other value is bound; why a parameter is written `+?` says store/driver.ts. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | Stored)[]): Fragment {
  let text = texts[0]!;
  const parameters: Stored[] = [];
  for (let place = 0; place < parts.length; place += 1) {
    const part = parts[place]!;
    if (typeof part === 'object' && part !== null) {
      text += part.sql;
      parameters.push(...part.parameters);
    } else {
      text += '+?';
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
  const parameters: Stored[] = [];
  for (const fragment of fragments) {
    text += text === '' ? fragment.sql : separator + fragment.sql;
    parameters.push(...fragment.parameters);
  }
  return { sql: text, parameters };
}

/** Values in a row, each bound. */
export const listed = (items: readonly Stored[]): Fragment => ({
  sql: items.map(() => '+?').join(', '),
  parameters: items,
});
