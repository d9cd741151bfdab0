import type { Field } from '../../../schemas/fields.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { Renderer, View } from '../../../schemas/views.ts';
import type { DefinitionOf, DrillLink } from '../../views/props.ts';

/** A View as somebody looks at it. */
export interface Seen {
  readonly view: View;
  readonly channelId: string;
  readonly fields: readonly Field[];
  /** Whether the person may change the View itself. */
  readonly mayChange: boolean;
  /** Whether the person may change its records. */
  readonly mayWrite: boolean;
  /** The filters of the address. They restrict what is shown and are not saved. */
  readonly temporary: ViewFilters;
  readonly Drill: DrillLink;
}

export interface Viewing<One extends Renderer> {
  readonly viewing: Seen;
  readonly definition: DefinitionOf<One>;
}
