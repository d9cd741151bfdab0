import { textTypes } from '../../../schemas/field-types.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataSet, ImportPreview } from '../../../schemas/data-sets.ts';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { channelQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Choice, Form, TextField } from '../../ui/form.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { AroundRecords } from '../around-records.tsx';
import { hideColumn } from '../records/use-column-look.ts';
import { Columns } from './columns.tsx';
import { FirstRecords } from './first-records.tsx';
import styles from './imports.module.css';
import { Mistakes } from './mistakes.tsx';
import { Chosen, freeName, named, Namesake } from './namesake.tsx';
import { Refused } from './refused.tsx';
import { type ImportSource, nameOf, previewQuery, type Wishes } from './source.ts';

interface ImportOfProps {
  readonly channel: { readonly id: string; readonly slug: string };
  /** The Data Set that the rows go into; otherwise they make a new one. */
  readonly dataSet?: DataSet | undefined;
  readonly source: ImportSource;
}

const withSuggestions: Wishes = { types: 'suggested' };

/** Imports into a Data Set, or into a new one. Where there is one of the table's name, the rows may go there. */
export function ImportOf({ channel, dataSet, source }: ImportOfProps) {
  const [chosen, choose] = useState<DataSet>();
  const { data: found, error } = useQuery(channelQuery(channel.slug));
  if (!found) return error ? <Failure sentence={sentenceOf(error)} /> : <Waiting what="the channel" />;
  const into = dataSet ?? chosen;
  return (
    <>
      {chosen && <Chosen dataSet={chosen} leave={() => choose(undefined)} />}
      <Import key={into?.objectTypeId} {...{ channel, source, choose }} dataSet={into} others={found.dataSets} />
    </>
  );
}

interface ImportProps extends ImportOfProps {
  /** The Data Sets of the channel. */
  readonly others: readonly DataSet[];
  readonly choose: (dataSet: DataSet) => void;
}

/** Shows what an import would store and refuse, with types and labels to change. Then it stores. */
function Import({ channel, dataSet, source, others, choose }: ImportProps) {
  const begin = dataSet ? {} : withSuggestions;
  const [wishes, setWishes] = useState<Wishes>(begin);
  const { data: found, error, isFetching } = useQuery(previewQuery(channel.id, dataSet?.objectTypeId, source, wishes));
  const data = useLast(found);
  if (!data) return error ? <Failure sentence={sentenceOf(error)} /> : <Waiting what="the rows" />;
  return (
    <AroundRecords channel={channel.slug}>
      <div className={styles.import} aria-busy={isFetching}>
        {data.sheets && data.sheets.length > 1 && (
          <Choice
            label="Sheet of the workbook"
            value={wishes.sheet ?? data.sheets[0]}
            options={data.sheets.map((sheet) => ({ value: sheet, label: shownOnLine(sheet) }))}
            onChange={({ target }) => setWishes({ ...begin, sheet: target.value })}
          />
        )}
        <Columns preview={data} dataSet={dataSet} wishes={wishes} wish={setWishes} />
        {error && <Failure sentence={sentenceOf(error)} />}
        {!error && <Refused preview={data} isNew={!dataSet} />}
        <Store
          {...{ channel, dataSet, source, wishes, others, choose }}
          preview={data}
          isReady={!isFetching && !error && data.refusedCount === 0 && isComplete(data)}
        />
        {!error && <FirstRecords preview={data} />}
      </div>
    </AroundRecords>
  );
}

/** The preview before wishes that were refused, so that they can be changed. */
function useLast(found: ImportPreview | undefined): ImportPreview | undefined {
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? last;
}

const isComplete = ({ columns, missing }: ImportPreview): boolean =>
  missing === undefined && columns.every(({ field, isTitle }) => field || isTitle);

interface StoreProps extends ImportProps {
  readonly preview: ImportPreview;
  readonly wishes: Wishes;
  readonly isReady: boolean;
}

/** The name of a new Data Set, and the button that stores. A second press stores nothing twice. */
function Store({ channel, dataSet, source, wishes, others, choose, preview, isReady }: StoreProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(() => freeName(preview.name ?? '', others));
  const isTaken = !dataSet && named(name, others) !== undefined;
  const namesake = named(name, others) ?? named(preview.name ?? '', others);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      underKey(
        ({ named: _named, ...asked }) =>
          dataSet
            ? workspace.dataSets.importRows({ ...asked, ...source, objectTypeId: dataSet.objectTypeId })
            : workspace.dataSets.import({ ...asked, ...source, name: name.trim() }),
        { channelId: channel.id, ...wishes, named: [nameOf(source), dataSet?.objectTypeId, name] },
      ),
    onSuccess: async ({ dataSet: made, imported }) => {
      void cache.invalidateQueries({ queryKey: ['channel'] });
      void cache.invalidateQueries({ queryKey: ['data_set', made.objectTypeId] });
      const titles = preview.columns.find(({ isTitle }) => isTitle)?.field;
      if (!dataSet && titles && !textTypes.has(titles.type)) hideColumn(made.objectTypeId, titles.key);
      await navigate({ to: `/channels/${channel.slug}/data-sets/${made.objectType}` });
      tell(`${imported.toLocaleString()} ${imported === 1 ? 'row became a record' : 'rows became records'}.`);
    },
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      {!dataSet && namesake && <Namesake dataSet={namesake} choose={choose} />}
      {!dataSet && (
        <TextField
          label="Name of the Data Set"
          value={name}
          required
          maxLength={limits.title}
          onChange={({ target }) => setName(target.value)}
          mistake={isTaken ? takenName : mistakeOf(error, 'name')}
        />
      )}
      {error && <Failure sentence={sentenceOf(error)} />}
      <Mistakes of={error} />
      <Buttons>
        <Button type="submit" look="primary" disabled={!isReady || isTaken || isPending}>
          {isPending ? 'Storing the rows …' : dataSet ? `Add ${countOf(preview)}` : 'Make the Data Set'}
        </Button>
      </Buttons>
    </Form>
  );
}

const takenName = 'This channel has a Data Set of this name. Choose another name.';

const countOf = ({ rowCount }: ImportPreview): string =>
  `${rowCount.toLocaleString()} ${rowCount === 1 ? 'record' : 'records'}`;
