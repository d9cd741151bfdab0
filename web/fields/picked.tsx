import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type PickedType, useAround } from './around.ts';
import styles from './inputs.module.css';
import { textIn } from './inputs.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import type { Shape } from './shape.ts';

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '') as string[];

function Picked({ type, id, shape }: { type: PickedType; id: string; shape: Shape }) {
  const { PersonName, Reference } = useAround();
  if (type === 'user') return <PersonName id={id} />;
  return <Reference type={type} id={id} dataSetId={shape.options?.objectTypeId} />;
}

interface PickProps extends EditorProps {
  readonly type: PickedType;
  readonly isList: boolean;
}

/** The things that are picked, and a way to pick others. Taking one away leaves the thing as it is. */
function Picks({ type, isList, field, value, set, control }: PickProps) {
  const [ids, setIds] = useState(() => idsIn(value));
  const [isOpen, setOpen] = useState(false);
  const { autoFocus, 'aria-label': label = field.label, ...described } = control;
  const take = (next: readonly string[]) => {
    setIds([...next]);
    set(next.length === 0 ? null : isList ? next : next[0]);
  };
  return (
    <div className={styles.picked}>
      {ids.map((id) => (
        <span key={id} className={styles.item}>
          <Picked type={type} id={id} shape={field} />
          <IconButton label="Take it away" icon="close" onClick={() => take(ids.filter((other) => other !== id))} />
        </span>
      ))}
      <Button
        {...described}
        autoFocus={autoFocus}
        aria-label={`Choose: ${label}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {ids.length === 0 || isList ? 'Choose …' : 'Choose another …'}
      </Button>
      <Dialog title={`Choose: ${label}`} open={isOpen} onOpenChange={setOpen}>
        <PickIn {...{ type, isList, field, ids }} take={take} done={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

interface PickInProps extends Pick<PickProps, 'type' | 'isList' | 'field'> {
  readonly ids: readonly string[];
  readonly take: (ids: readonly string[]) => void;
  readonly done: (ids: readonly string[]) => void;
}

/** One is picked at once. Several are picked one after the other. */
function PickIn({ type, isList, field, ids, take, done }: PickInProps) {
  const { PickList } = useAround();
  const pick = (id: string) => {
    const rest = ids.filter((other) => other !== id);
    const next = isList ? (rest.length < ids.length ? rest : [...ids, id]) : [id];
    take(next);
    if (!isList) done(next);
  };
  return (
    <>
      <PickList type={type} picked={ids} pick={pick} dataSetId={field.options?.objectTypeId} />
      {isList && (
        <Button look="primary" onClick={() => done(ids)}>
          Done
        </Button>
      )}
    </>
  );
}

/** People, and things that have a page of their own. */
export function pickedKind(type: PickedType): FieldKind {
  const isListOf = ({ multiple }: EditorProps['field']) => multiple === true;
  return {
    Cell: ({ value, shape }) => <Picked type={type} id={textIn(value)} shape={shape} />,
    Editor: (props) => <Picks {...props} type={type} isList={isListOf(props.field)} />,
    inTable: 'dialog',
    Large: function Large({ field, value, set, done }) {
      const [ids, setIds] = useState<readonly string[]>(() => idsIn(value));
      const isList = isListOf(field);
      const valueOf = (some: readonly string[]) => (some.length === 0 ? null : isList ? some : some[0]);
      const take = (next: readonly string[]) => {
        setIds(next);
        set(valueOf(next));
      };
      return <PickIn {...{ type, isList, field, ids, take }} done={(next) => done(valueOf(next))} />;
    },
    filter: {
      one: (props) => <Picks {...props} type={type} isList={false} />,
      several: (props) => <Picks {...props} type={type} isList />,
    },
    write: textIn,
    read: (text) => text.trim(),
  };
}
