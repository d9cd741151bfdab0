import type { DataSet } from '../../../schemas/data-sets.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import type { ViewData } from '../../views/props.ts';

/** The answer of `workspace_view_data` for an app. */
export interface ViewAnswer {
  readonly channel: { readonly id: string; readonly slug: string; readonly name: string };
  readonly view: View;
  readonly dataSet: DataSet;
  /** Whether the person may write in the channel. */
  readonly mayWrite: boolean;
  readonly data: ViewData;
}

export const definitionOf = ({ view }: ViewAnswer): ViewDefinition => view.definition as ViewDefinition;

export interface ContentProps {
  readonly first: ViewAnswer;
  /** Those of the call, in addition to the View's own. */
  readonly filters: ViewFilters;
  /** Whether the call asked for all fields from the first record on. */
  readonly isWhole: boolean;
}
