import type { Field } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Renderer, ViewDefinition } from '../../schemas/views.ts';

export type DefinitionOf<One extends Renderer> = Extract<ViewDefinition, { renderer: One }>;
export type ViewData = Awaited<ReturnType<Workspace['views']['data']>>['data'];
export type ViewedRecord = NonNullable<ViewData['records']>[number];

/** All that a View shows comes from its definition, the service's data and the fields of the Data Set. */
export interface ViewProps<One extends Renderer> {
  readonly definition: DefinitionOf<One>;
  readonly data: ViewData;
  readonly fields: readonly Field[];
}
