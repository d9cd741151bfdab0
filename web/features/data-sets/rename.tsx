import { useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { cache } from '../../data/cache.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { TextField } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { type ChangingProps, changeDataSet, competing, refuse, shownWith } from './changing.ts';

/** Gives a Data Set another name. Its address stays. */
export default function Rename({ channel, dataSet, close }: ChangingProps) {
  const [before, setBefore] = useState(dataSet.name);
  const [name, setName] = useState(before);
  const mine = name.trim();
  const rename = useAct({
    act: () =>
      changeDataSet({ channel, dataSet }, ({ name: now }) => {
        setBefore(now);
        refuse([{ path: '/name', message: competing({ before, now, mine }) }]);
        return mine === before ? {} : { name: mine };
      }),
    stale: shownWith(dataSet),
    isForm: true,
    done: ({ name: given }) => {
      close();
      tell(`It is called “${shownOnLine(given)}” now.`, { label: 'Undo', run: () => void undo() });
    },
  });
  const undo = async () => {
    try {
      await changeDataSet({ channel, dataSet }, ({ name: now }) => ({ name: now === mine ? before : now }));
    } catch (error) {
      tell(sentenceOf(error));
    }
    void cache.invalidateQueries({ queryKey: ['channel'] });
  };
  return (
    <FormDialog
      title="Rename the Data Set"
      description="Its address and the key that agents name it by stay."
      verb="Rename"
      of={rename}
      submit={() => rename.mutate(undefined)}
      close={close}
    >
      <TextField
        label="Name"
        value={name}
        required
        maxLength={limits.title}
        onChange={({ target }) => setName(target.value)}
        mistake={mistakeOf(rename.error, 'name')}
      />
    </FormDialog>
  );
}
