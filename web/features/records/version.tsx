import { isThroughAgent } from '../../../schemas/interfaces.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { RecordChange, RecordVersion } from '../../../schemas/records.ts';
import type { Shape } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { Button } from '../../ui/button.tsx';
import { Avatar, Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './record-page.module.css';

interface VersionProps {
  readonly version: RecordVersion;
  readonly fields: readonly Field[];
  readonly takeBack: (() => void) | undefined;
}

/** Who changed what, when and through what. */
export function Version({ version, fields, takeBack }: VersionProps) {
  const { versionNumber, createdAt, createdBy, interfaceType, via, changes } = version;
  return (
    <li className={styles.version}>
      <Avatar name={createdBy.name} isAgent={via && isThroughAgent(via)} />
      <div>
        <p>
          <Person person={createdBy} via={via} />
          {interfaceType === undefined && <span className={styles.none}> through a connected source</span>}{' '}
          <span className={styles.none}>
            <Time at={createdAt} />, version {versionNumber}
          </span>
        </p>
        {changes.length === 0 ? (
          <p className={styles.none}>{versionNumber === 1 ? 'Made the record.' : 'The first version that is known.'}</p>
        ) : (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <Change key={change.fieldKey} change={change} field={fields.find(({ key }) => key === change.fieldKey)} />
            ))}
          </ul>
        )}
        {takeBack && changes.length > 0 && !changes.some(({ isCut }) => isCut) && (
          <Button look="quiet" icon="undo" onClick={takeBack}>
            Restore what was before
          </Button>
        )}
      </div>
    </li>
  );
}

function Change({ change: { fieldKey, from, to, isCut }, field }: { change: RecordChange; field: Field | undefined }) {
  const shape: Shape = field ?? { type: 'text' };
  return (
    <li className={styles.change}>
      <span className={styles.label}>
        <Shown text={field?.label ?? fieldKey} />
      </span>
      {isCut && from === undefined && to === undefined ? (
        <span className={styles.none}>changed; the values are too long to be kept here</span>
      ) : (
        <>
          <del className={styles.from}>
            <Side value={from} shape={shape} />
          </del>
          <ins className={styles.to}>
            <Side value={to} shape={shape} />
          </ins>
          {isCut && <span className={styles.none}>only the beginning is kept</span>}
        </>
      )}
    </li>
  );
}

/** A value before or after a change. */
const Side = ({ value, shape }: { value: unknown; shape: Shape }) =>
  value === undefined ? <span className={styles.none}>no value</span> : <Value value={value} shape={shape} />;
