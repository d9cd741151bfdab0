import { useState } from 'react';
import type { ColumnLook } from '../../views/table/columns.ts';

/** Hides a column of a table in this browser. */
export const hideColumn = (table: string, key: string): void =>
  localStorage.setItem(nameOf(table), JSON.stringify({ ...kept(table), hidden: [key] }));

const nameOf = (table: string) => `workspace.columns.${table}`;

/** How one person likes the columns of a table, kept in this browser. */
export function useColumnLook(table: string): readonly [ColumnLook, (look: ColumnLook) => void] {
  const [looks, setLooks] = useState<Readonly<Record<string, ColumnLook>>>({});
  const keep = (look: ColumnLook) => {
    setLooks({ ...looks, [table]: look });
    localStorage.setItem(nameOf(table), JSON.stringify(look));
  };
  return [looks[table] ?? kept(table), keep];
}

function kept(table: string): ColumnLook {
  try {
    return Object(JSON.parse(localStorage.getItem(nameOf(table)) ?? '{}')) as ColumnLook;
  } catch {
    return {};
  }
}
