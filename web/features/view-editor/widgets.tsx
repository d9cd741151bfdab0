import type { Field } from '../../../schemas/fields.ts';
import { Button } from '../../ui/button.tsx';
import { newWidget, type Widget } from './beginning.ts';
import { OrderedList } from './ordered-list.tsx';
import { WidgetForm } from './widget-form.tsx';

interface WidgetsProps {
  readonly widgets: readonly Widget[];
  readonly fields: readonly Field[];
  readonly set: (widgets: Widget[]) => void;
}

/** The figures and charts of a dashboard, in their order. */
export const Widgets = ({ widgets, fields, set }: WidgetsProps) => (
  <OrderedList
    label="Figures and charts"
    none="A dashboard needs at least one."
    items={widgets}
    set={set}
    keyOf={({ id }) => id}
    nameOf={({ title }) => title || 'this one'}
    adding={
      <Button icon="plus" onClick={() => set([...widgets, newWidget(widgets)])}>
        Add a figure or chart
      </Button>
    }
  >
    {(widget, change) => <WidgetForm widget={widget} fields={fields} set={change} />}
  </OrderedList>
);
