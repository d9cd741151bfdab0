import type { Field } from '../../../schemas/fields.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConditionRow } from './condition-row.tsx';
import styles from './filters-editor.module.css';
import { conditionOn, deepest, type FilterNode, groupOf, type GroupNode, isGroup } from './tree.ts';

interface FiltersEditorProps {
  readonly nodes: readonly FilterNode[];
  readonly set: (nodes: readonly FilterNode[]) => void;
  readonly fields: readonly Field[];
  /** How deep the group is in which these are. */
  readonly depth?: number;
}

/** Conditions and groups of conditions. Which operators a field takes is said by the workspace. */
export function FiltersEditor({ nodes, set, fields, depth = 0 }: FiltersEditorProps) {
  const queryable = fields.filter((field) => field.queryable);
  const [first] = queryable;
  if (!first) return null;
  const replace = (node: FilterNode, next: FilterNode) => set(nodes.map((one) => (one === node ? next : one)));
  const remove = (node: FilterNode) => set(nodes.filter((one) => one !== node));
  return (
    <div className={styles.filters}>
      {nodes.length > 0 && (
        <ul className={styles.list}>
          {nodes.map((node) => (
            <li key={node.id}>
              {isGroup(node) ? (
                <Group {...{ node, fields, depth }} set={(next) => replace(node, next)} remove={() => remove(node)} />
              ) : (
                <ConditionRow
                  node={node}
                  fields={queryable}
                  set={(next) => replace(node, next)}
                  remove={() => remove(node)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.tools}>
        <Button look="quiet" icon="plus" onClick={() => set([...nodes, conditionOn(first)])}>
          Add a condition
        </Button>
        {depth < deepest && (
          <Button
            look="quiet"
            icon="plus"
            onClick={() => set([...nodes, groupOf(depth === 0 ? 'or' : 'and', [conditionOn(first)])])}
          >
            Add a group
          </Button>
        )}
      </div>
    </div>
  );
}

interface GroupProps {
  readonly node: GroupNode;
  readonly fields: readonly Field[];
  readonly depth: number;
  readonly set: (node: GroupNode) => void;
  readonly remove: () => void;
}

const Group = ({ node, fields, depth, set, remove }: GroupProps) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>
      <select
        aria-label="Which conditions of the group hold"
        className={styles.control}
        value={node.join}
        onChange={({ target }) => set({ ...node, join: target.value as GroupNode['join'] })}
      >
        <option value="or">any of these</option>
        <option value="and">all of these</option>
      </select>
      <IconButton label="Take this group away" icon="close" onClick={remove} />
    </legend>
    <FiltersEditor
      nodes={node.members}
      set={(members) => set({ ...node, members })}
      fields={fields}
      depth={depth + 1}
    />
  </fieldset>
);
