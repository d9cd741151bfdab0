import type { Field } from '../../../schemas/fields.ts';
import { fieldNamed } from '../../fields/words.ts';
import { Pick } from '../../ui/filters.tsx';
import { OrderedList } from './ordered-list.tsx';

interface FieldsChoiceProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly chosen: readonly string[];
  readonly choose: (keys: string[]) => void;
  /** The words for no choice. */
  readonly none: string;
}

/** Fields in the order in which they are shown. */
export function FieldsChoice({ label, fields, chosen, choose, none }: FieldsChoiceProps) {
  const keys = chosen.map((name) => fieldNamed(fields, name)?.key ?? name);
  const rest = fields.filter(({ key }) => !keys.includes(key));
  return (
    <OrderedList
      label={label}
      none={none}
      items={keys}
      set={choose}
      keyOf={(key) => key}
      nameOf={(key) => fieldNamed(fields, key)?.label ?? key}
      adding={
        rest.length > 0 && (
          <Pick
            label={`Add to ${label.toLowerCase()}`}
            all="Add a field …"
            options={rest.map(({ key, label: name }) => ({ value: key, label: name }))}
            value={undefined}
            pick={(key) => key !== undefined && choose([...keys, key])}
          />
        )
      }
    />
  );
}
