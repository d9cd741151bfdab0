import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { NewRecordDialog, type NewRecordProps } from './new-record-dialog.tsx';

/** The way to a new record, where the person may make one. */
export function NewRecord({ channel, dataSet, preset }: NewRecordProps) {
  const [isOpen, setOpen] = useState(false);
  if (channel.role === undefined || channel.role === 'reader' || dataSet.readOnly) return null;
  return (
    <>
      <Button look="primary" icon="plus" aria-haspopup="dialog" data-create onClick={() => setOpen(true)}>
        New record
      </Button>
      {isOpen && <NewRecordDialog {...{ channel, dataSet, preset }} close={() => setOpen(false)} />}
    </>
  );
}
