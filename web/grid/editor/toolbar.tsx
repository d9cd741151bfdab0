import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { lacksHeading } from '../model/heading.ts';
import type { Commands } from './commands.ts';
import styles from './editor.module.css';
import { keyNames } from './pressed.ts';
import type { Desk } from './use-desk.ts';
import { counted, rowsNamed } from './words.ts';
import { widthOf } from '../model/selection.ts';

interface ToolbarProps {
  readonly desk: Desk;
  readonly commands: Commands;
  readonly find: () => void;
}

/** All that can be done by pointer. Each menu names the keys that do the same. */
export function Toolbar({ desk, commands, find }: ToolbarProps) {
  const { editing, range, look, nameOf, say } = desk;
  const { past, future } = editing.history;
  const columns = counted(widthOf(range), 'column');
  const name = nameOf(range.left);
  const sort = (isDescending: boolean) => () => {
    editing.showAs({ sort: { column: range.left, isDescending } });
    say(`Sorted by ${name} on this page. The sheet keeps its order.`);
  };
  return (
    <div className={styles.toolbar} role="group" aria-label="Edit the sheet">
      <IconButton label="Undo (Ctrl Z)" icon="undo" disabled={past.length === 0} onClick={commands.undo} />
      <IconButton label="Redo (Ctrl Y)" icon="redo" disabled={future.length === 0} onClick={commands.redo} />
      <Menu
        trigger={<Button icon="table">Rows and columns</Button>}
        items={[
          ...(lacksHeading(desk.sheet)
            ? [{ label: 'Row 1 is the heading', run: () => void commands.takeHeading() }]
            : []),
          { label: `Insert above (${keyNames.insertRows})`, run: () => void commands.insertRows('above') },
          { label: 'Insert below', run: () => void commands.insertRows('below') },
          { label: `Delete ${rowsNamed(range)} (${keyNames.deleteRows})`, run: () => void commands.deleteRows() },
          {
            label: `Insert before ${name} (${keyNames.insertColumns})`,
            run: () => void commands.insertColumns('before'),
          },
          { label: `Insert after ${nameOf(range.right)}`, run: () => void commands.insertColumns('after') },
          { label: `Delete ${columns} (${keyNames.deleteColumns})`, run: () => void commands.deleteColumns() },
          { label: `Fill down (${keyNames.fillDown})`, run: () => void commands.fill('down') },
          { label: `Fill right (${keyNames.fillRight})`, run: () => void commands.fill('right') },
        ]}
      />
      <Menu
        trigger={<Button icon="view">Sort</Button>}
        items={[
          { label: `By ${name}, ascending`, run: sort(false) },
          { label: `By ${name}, descending`, run: sort(true) },
          { label: 'As it is stored', run: () => editing.showAs({ sort: undefined }) },
        ]}
      />
      <Button icon="search" onClick={find}>
        Find
      </Button>
      <input
        type="search"
        className={styles.filter}
        aria-label="Show only rows with"
        placeholder="Show only rows with …"
        value={look.filter ?? ''}
        onChange={({ target }) => editing.setLook({ filter: target.value })}
      />
    </div>
  );
}
