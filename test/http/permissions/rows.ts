import { type operations, operations as contract } from '../../../schemas/index.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { type CallerName, callers } from './callers.ts';
import { requests } from './requests.ts';
import { tables } from './table.ts';

type Place = keyof typeof tables;

export interface Row {
  readonly name: string;
  readonly place: Place;
  /** The answer to each caller. */
  readonly cells: Readonly<Record<CallerName, string>>;
}

/** The rows of a table; columns stand two blanks apart. */
export function rowsOf(place: Place): Row[] {
  const [heading, ...lines] = tables[place].trim().split('\n').map(columnsOf);
  if (heading?.join() !== ['operation', ...callers].join()) throw new Error(`other columns: ${heading?.join()}`);
  return lines.map(([name, ...cells]) => {
    if (cells.length !== callers.length) throw new Error(`${name} has ${cells.length} cells`);
    const pairs = callers.map((caller, index) => [caller, cells[index]]);
    return { name: name!, place, cells: Object.fromEntries(pairs) as Row['cells'] };
  });
}

const columnsOf = (line: string): string[] => line.trim().split(/ {2,}/);

/** `artifacts.link one's own` is about `artifacts.link`. */
const operationNameOf = (row: string): string => row.split(/[ ,]/, 1)[0]!;

type Declared = (typeof operations)[number];
const nameOf = ({ group, name }: Declared): string => `${group}.${name}`;

export const operationOf = (row: string): Operation | undefined =>
  contract.find((declared) => nameOf(declared) === operationNameOf(row))?.operation;

/** Operations and routes that no row asks for, and rows that ask for none. */
export function gaps(declared: readonly Declared[], rows: readonly string[]): string[] {
  const known = new Set(declared.map(nameOf));
  const asked = new Set(rows.map(operationNameOf));
  return [
    ...[...known].filter((name) => !asked.has(name)).map((name) => `${name} has no row`),
    ...[...asked].filter((name) => !known.has(name)).map((name) => `${name} is no operation`),
    ...declared.filter((one) => asked.has(nameOf(one))).flatMap((one) => routesNotAsked(one, rows)),
  ];
}

function routesNotAsked(declared: Declared, rows: readonly string[]): string[] {
  const routes = [declared.operation.http].flat();
  const paths = rows.filter((row) => operationNameOf(row) === nameOf(declared)).map((row) => requests[row]![0]);
  return routes.filter((route) => !paths.some((path) => asks(path, route))).map((route) => `${route} has no row`);
}

/** Whether a request goes to a route, whatever stands in their braces. */
function asks(request: string, route: string): boolean {
  const [path] = request.replaceAll(/\{[^}]+\}|(?<=\/channels\/|feed\/threads\/)\w+/g, '{}').split('?', 1);
  return path === route.replace('/api/workspace', '').replaceAll(/\{[^}]+\}/g, '{}');
}
