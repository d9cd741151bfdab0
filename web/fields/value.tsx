import type { ReactNode } from 'react';
import { Shown } from '../ui/shown.tsx';
import { type ReferenceType, useAround } from './around.ts';
import { Choice } from './choice.tsx';
import { shownDay, shownMoment, shownNumber } from './format.ts';
import type { Shape } from './shape.ts';
import styles from './value.module.css';
import { WebAddress } from './web-address.tsx';

interface ValueProps {
  readonly value: unknown;
  readonly shape: Shape;
}

/** A value as its field shows it. A list is its values, in order. */
export function Value({ value, shape }: ValueProps): ReactNode {
  if (value === undefined || value === null) return shape.type === 'checkbox' ? 'No' : null;
  if (!Array.isArray(value)) return <One value={value} shape={shape} />;
  return (
    <span className={styles.list}>
      {value.map((one: unknown) => (
        <span key={String(one)} className={styles.member}>
          <One value={one} shape={shape} />
        </span>
      ))}
    </span>
  );
}

function One({ value, shape }: ValueProps): ReactNode {
  const { PersonName } = useAround();
  const { type } = shape;
  if (typeof value === 'number') return <span className={styles.number}>{shownNumber(value, shape)}</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  switch (type) {
    case 'date':
      return <time dateTime={text}>{shownDay(text)}</time>;
    case 'date_time':
      return <time dateTime={text}>{shownMoment(text)}</time>;
    case 'select':
    case 'multi_select':
      return <Choice value={value} shape={shape} />;
    case 'user':
      return <PersonName id={text} />;
    case 'record':
    case 'artifact':
    case 'file':
    case 'session':
      return <ReferenceTo type={type} id={text} shape={shape} />;
    case 'url':
    case 'email':
    case 'phone':
      return <WebAddress type={type} text={text} />;
    default:
      return <Shown text={text} />;
  }
}

function ReferenceTo({ type, id, shape }: { type: ReferenceType; id: string; shape: Shape }) {
  const { Reference } = useAround();
  return <Reference type={type} id={id} dataSetId={shape.options?.objectTypeId} />;
}
