import type { DataSet } from '../../../schemas/data-sets.ts';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import type { ViewData } from '../../views/props.ts';

/** What `workspace_view_data` answers for an app. */
export interface ViewAnswer {
  readonly channel: { readonly id: string; readonly slug: string; readonly name: string };
  readonly view: View;
  readonly dataSet: DataSet;
  /** Whether the person may write in the channel. */
  readonly mayWrite: boolean;
  readonly data: ViewData;
}

export const definitionOf = ({ view }: ViewAnswer): ViewDefinition => view.definition as ViewDefinition;
