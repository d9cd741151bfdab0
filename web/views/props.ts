import type { ComponentType, ReactNode } from 'react';
import type { Field } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Filters } from '../../schemas/queries.ts';
import type { Renderer, ViewDefinition } from '../../schemas/views.ts';

export type DefinitionOf<One extends Renderer> = Extract<ViewDefinition, { renderer: One }>;
export type ViewData = Awaited<ReturnType<Workspace['views']['data']>>['data'];
export type ViewedRecord = NonNullable<ViewData['records']>[number];

interface DrillProps {
  readonly filters: Filters;
  readonly children: ReactNode;
  /** Only the pointer uses it; the keyboard has the same link elsewhere. */
  readonly isForPointer?: boolean | undefined;
}

/** Leads from a figure to the records behind it: those of the View that fulfil these conditions too. */
export type DrillLink = ComponentType<DrillProps>;

/** All that a View shows comes from its definition, the service's data and the fields of the Data Set. */
export interface ViewProps<One extends Renderer> {
  readonly definition: DefinitionOf<One>;
  readonly data: ViewData;
  readonly fields: readonly Field[];
  /** Without it, figures lead nowhere. */
  readonly Drill?: DrillLink | undefined;
}
