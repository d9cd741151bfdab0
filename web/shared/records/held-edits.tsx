import type { Field } from '../../../schemas/fields.ts';
import { Value } from '../../fields/value.tsx';
import { labelOf } from '../../fields/shape.ts';
import { Button } from '../../ui/button.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import type { Clash } from './edit.ts';
import styles from './held-edits.module.css';
import type { Held, RecordEdits } from './use-record-edits.ts';

interface HeldEditsProps {
  readonly edits: RecordEdits;
  readonly fields: readonly Field[];
  readonly titleOf: (id: string) => string;
}

/** Edits that are not stored: why, and the ways out. The typed values stay until one is taken. */
export const HeldEdits = ({ edits, fields, titleOf }: HeldEditsProps) =>
  edits.held.map((held) => (
    <section key={held.key} className={styles.held} role="alert" aria-label="Not stored">
      {held.clashes.length > 0 && <Clashes held={held} edits={edits} fields={fields} />}
      {held.mistakes.length > 0 && (
        <>
          <p>These values are not stored, because they do not fit. Correct them in their cells.</p>
          <ul>
            {held.mistakes.map(({ id, fieldKey, message }) => (
              <li key={`${id} ${fieldKey}`}>
                <Shown text={`${labelOf(fields, fieldKey)} of ${titleOf(id)}`} />: <Shown text={message} />
              </li>
            ))}
          </ul>
          <p className={styles.ways}>
            <Button onClick={() => edits.discard(held)}>Discard</Button>
          </p>
        </>
      )}
      {held.failure !== undefined && (
        <>
          <p>
            Not stored yet. <Shown text={held.failure} />
          </p>
          <p className={styles.ways}>
            <Button onClick={() => edits.storeAgain(held)}>Try again</Button>
            <Button onClick={() => edits.discard(held)}>Discard</Button>
          </p>
        </>
      )}
    </section>
  ));

function Clashes({ held, edits, fields }: Omit<HeldEditsProps, 'titleOf'> & { held: Held }) {
  return (
    <>
      <p>Somebody else changed this while you did. Nothing is lost: say which value stays.</p>
      <ul>
        {held.clashes.map((clash) => (
          <ClashRow key={`${clash.id} ${clash.fieldKey}`} clash={clash} fields={fields} />
        ))}
      </ul>
      <p className={styles.ways}>
        <Button onClick={() => edits.discard(held)}>Keep theirs</Button>
        <Button onClick={() => edits.storeAgain(held, true)}>Use mine</Button>
      </p>
    </>
  );
}

function ClashRow({ clash, fields }: { clash: Clash; fields: readonly Field[] }) {
  const { title, fieldKey, mine, theirs, by, via, at } = clash;
  const shape = fields.find(({ key }) => key === fieldKey) ?? { type: 'text' as const };
  const side = (value: unknown) =>
    value === undefined || value === null ? 'no value' : <Value value={value} shape={shape} />;
  return (
    <li className={styles.clash}>
      <span>
        <strong>
          <Shown text={`${labelOf(fields, fieldKey)} of ${title}`} />
        </strong>
        , changed <Time at={at} /> by <Person person={by} via={via} />
      </span>
      <span>Theirs: {side(theirs)}</span>
      <span>Yours: {side(mine)}</span>
    </li>
  );
}
