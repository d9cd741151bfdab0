import { useEffect, useRef, useState } from 'react';
import { cellsAt, lineAt, type Sheet } from '../../grid/model/sheet.ts';
import { settled } from '../../grid/model/merge.ts';
import { isThroughAgent } from '../../../schemas/interfaces.ts';
import { useMe } from '../../data/queries.ts';
import { isOwnSave, SavedBy } from '../../shared/artifacts/saved-by.tsx';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { Buttons } from '../../ui/form.tsx';
import { type Chosen, Clashes } from './clashes.tsx';
import { KeepCopy } from './keep-copy.tsx';
import styles from './sheets.module.css';
import type { Conflict as Found } from './use-meeting.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';

interface ConflictProps {
  readonly conflict: Found;
  readonly take: (mine: Sheet, theirs: Artifact) => void;
  readonly leave: () => void;
  readonly kept: (copied: Sheet) => Promise<void>;
}

/** Somebody saved other values in the same cells. Says who, and lets the person choose. */
export function Conflict({ conflict, take, leave, kept }: ConflictProps) {
  const { theirs, theirSheet, mine, merged } = conflict;
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, choose] = useState<Chosen>(() => new Map());
  const open = merged ? merged.clashes.length - chosen.size : 0;
  useEffect(() => heading.current?.focus(), []);
  const { updatedBy, via, updatedAt } = theirs;
  const isOwn = isOwnSave(theirs, useMe()?.userId);
  return (
    <section className={styles.conflict} aria-labelledby="conflict">
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        {isOwn ? 'You' : 'Both of you'} changed {merged ? 'the same cells' : 'the sheet'}
        {isOwn && ' in two tabs'}
      </h2>
      <p className={styles.who}>
        <Avatar name={via.agent?.name ?? updatedBy.name} isAgent={isThroughAgent(via)} />
        <span>
          <SavedBy of={theirs} />, <Time at={updatedAt} />. Nothing {isOwn ? 'here' : 'of yours'} is saved yet.{' '}
          {merged
            ? `Cells that only one ${isOwn ? 'tab' : 'of you'} changed are put together already. Choose the value of each other cell.`
            : 'Rows or columns were added, removed or moved, so cells cannot be matched.'}
        </span>
      </p>
      {merged && (
        <Clashes
          clashes={merged.clashes}
          names={cellsAt(merged.sheet, 0)}
          delimiter={merged.sheet.base.delimiter}
          chosen={chosen}
          choose={choose}
        />
      )}
      {open > 0 && <p role="status">{open === 1 ? 'One choice is' : `${open} choices are`} still open.</p>}
      <Buttons>
        <Button look="quiet" onClick={leave}>
          Go on editing
        </Button>
        <KeepCopy artifact={theirs} mine={() => Promise.resolve(mine)} kept={kept} />
        {!merged && <Button onClick={() => take(theirSheet, theirs)}>Take theirs, drop mine</Button>}
        <Button
          look="primary"
          disabled={open > 0}
          onClick={() =>
            take(merged ? settled(merged, (clash) => chosen.get(clash) === 'Mine') : over(mine, theirSheet), theirs)
          }
        >
          {merged ? 'Save as chosen' : 'Save mine over theirs'}
        </Button>
      </Buttons>
    </section>
  );
}

/** All my rows in place of theirs, whose version stays in the history. */
const over = (mine: Sheet, { base }: Sheet): Sheet => ({
  base,
  rows: mine.rows.map((_, row) => lineAt(mine, row)),
  columns: mine.columns,
});
