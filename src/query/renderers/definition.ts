import type { Renderer, ViewDefinition } from '../../../schemas/views.ts';
import type { FieldType } from '../../../schemas/fields.ts';
import type { Direction } from '../../../schemas/queries.ts';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { mistaken } from '../../../schemas/mistakes.ts';
import type { Work } from '../../turns/turn.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { requiredField, type SortKey } from '../plan.ts';

export type DefinitionOf<One extends Renderer> = Extract<ViewDefinition, { renderer: One }>;

/** How a View of records orders, chooses and shows them. */
export interface Layout {
  readonly sort: readonly SortKey[];
  /** Shown when the reader names no fields. */
  readonly shown: readonly CatalogueField[];
  /** The fields that place a record. They are always shown. */
  readonly placing: readonly CatalogueField[];
  /** A record without a value here has no place and is left out. */
  readonly start?: CatalogueField;
  /** The records are counted by its values. */
  readonly group?: CatalogueField;
  /** The direction of the groups, where the order of the records begins with them. */
  readonly groupOrder?: Direction;
}

/** The fields of these keys; all of the Data Set when none are named. Every record shows its ID and title anyway. */
export function shownFields(
  dataSet: Fields,
  keys: readonly string[] | undefined,
  path: string,
): readonly CatalogueField[] {
  if (keys === undefined) return dataSet.fields;
  const named = keys.filter((key) => key !== 'id' && key !== 'title');
  return [...new Set(planEach(named, (key) => requiredField(dataSet, key, `${path}/${keys.indexOf(key)}`)))];
}

/** The field of a key, which must be of one of these types. */
export function fieldOfType(dataSet: Fields, key: string, types: ReadonlySet<FieldType>, path: string): CatalogueField {
  const field = requiredField(dataSet, key, path);
  if (types.has(field.type)) return field;
  throw invalidRequest(path, `must name a field of type ${[...types].join(', ')}; "${key}" is of type ${field.type}`);
}

/** Plans every part before the first mistake is told, so that all mistakes are told at once. */
export function planEach<Part, Planned>(
  parts: readonly Part[],
  plan: (part: Part, place: number) => Planned,
): Planned[] {
  const mistakes: WorkspaceError[] = [];
  const planned = parts.flatMap((part, place) => {
    try {
      return [plan(part, place)];
    } catch (error) {
      mistakes.push(mistakeIn(error));
      return [];
    }
  });
  refuse(mistakes);
  return planned;
}

/** The same for parts whose planning may take long. */
export function* planEachInTurns<Part, Planned>(
  parts: readonly Part[],
  plan: (part: Part, place: number) => Work<Planned>,
): Work<Planned[]> {
  const mistakes: WorkspaceError[] = [];
  const planned: Planned[] = [];
  for (const [place, part] of parts.entries()) {
    try {
      planned.push(yield* plan(part, place));
    } catch (error) {
      mistakes.push(mistakeIn(error));
    }
  }
  refuse(mistakes);
  return planned;
}

function mistakeIn(error: unknown): WorkspaceError {
  if (error instanceof WorkspaceError) return error;
  throw error;
}

function refuse(mistakes: readonly WorkspaceError[]): void {
  if (mistakes.length === 0) return;
  throw mistaken(
    'invalid_request',
    mistakes.flatMap(({ extras }) => extras.errors ?? []),
  );
}
