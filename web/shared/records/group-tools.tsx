import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Commands } from '../../views/table/commands.ts';
import { type TableGroup, targetsOf } from '../../views/table/groups.ts';
import type { Grouping } from './use-grouping.ts';

interface GroupToolsProps {
  readonly groups: Grouping;
  /** Acts on the selected records, if they may be moved. */
  readonly commands: Commands | undefined;
}

/** Opens and closes all groups, and moves the selected records to one. */
export function GroupTools({ groups, commands }: GroupToolsProps) {
  const { field, heads, isAnyOpen, openAll, closeAll } = groups;
  const moveTo = ({ key, label }: Pick<TableGroup, 'key' | 'label'>) => ({
    label: `Move to ${label}`,
    run: () => commands?.setAll(field, key ?? null, `Moved to ${label}`),
  });
  const targets = targetsOf(
    field,
    heads.map(({ group }) => group),
  );
  return (
    <>
      <Button icon={isAnyOpen ? 'up' : 'down'} onClick={isAnyOpen ? closeAll : openAll}>
        {isAnyOpen ? 'Close all groups' : 'Open all groups'}
      </Button>
      {commands && <Menu trigger={<Button icon="right">Move to a group</Button>} items={targets.map(moveTo)} />}
    </>
  );
}
