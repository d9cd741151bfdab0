import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Form } from '../../ui/form.tsx';
import { FiltersEditor } from './filters-editor.tsx';
import { conditionOn, filtersOf, isFinished, treeOf } from './tree.ts';

interface FilterDialogProps {
  readonly fields: readonly Field[];
  readonly filters: Filters;
  readonly apply: (filters: Filters) => void;
}

/** A button that opens the conditions of what is shown. */
export function FilterDialog(props: FilterDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Show only records where"
      trigger={
        <Button look="quiet" icon="settings">
          {props.filters.length === 0 ? 'Filter' : 'Change the filters'}
        </Button>
      }
      open={isOpen}
      onOpenChange={setOpen}
    >
      <FilterForm
        {...props}
        apply={(filters) => {
          props.apply(filters);
          setOpen(false);
        }}
      />
    </Dialog>
  );
}

/** Without a condition it begins with one, because that is why it was opened. */
function FilterForm({ fields, filters, apply }: FilterDialogProps) {
  const first = fields.find(({ queryable }) => queryable);
  const [nodes, setNodes] = useState(() =>
    filters.length === 0 && first ? [conditionOn(first)] : treeOf(filters, fields),
  );
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (isFinished(nodes)) apply(filtersOf(nodes));
      }}
    >
      <FiltersEditor nodes={nodes} set={setNodes} fields={fields} />
      <Buttons>
        <Button look="primary" type="submit" disabled={!isFinished(nodes)}>
          Show these records
        </Button>
      </Buttons>
    </Form>
  );
}
