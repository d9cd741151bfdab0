import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { withoutHidden } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { channelQuery, useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { ImportOf } from '../../shared/imports/import-of.tsx';
import type { ImportSource } from '../../shared/imports/source.ts';
import { MayNotAdd } from '../../shared/adding/may-not-add.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { NotHere } from '../../ui/not-here.tsx';
import { FileChooser } from '../../ui/overlays/file-chooser.tsx';
import { FileDrop } from '../../ui/overlays/file-drop.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/overlays/toast.tsx';

/** A table becomes a Data Set, or its rows are added to one. It is looked at before anything is stored. */
export default function ImportPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const { dataSet } = useSearch({ strict: false }) as { dataSet?: string };
  const query = useQuery(channelQuery(channel));
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => {
        const into = found.dataSets.find(({ objectType, objectTypeId }) =>
          [objectType, objectTypeId].includes(dataSet!),
        );
        return dataSet !== undefined && !into ? <NotHere /> : <Import channel={found} dataSet={into} />;
      }}
    </Answer>
  );
}

interface ImportProps {
  readonly channel: { readonly id: string; readonly slug: string; readonly name: string; readonly role?: string };
  readonly dataSet: DataSet | undefined;
}

function Import({ channel, dataSet }: ImportProps) {
  const { file: fileId } = useSearch({ strict: false }) as { file?: string };
  const [file, setFile] = useState<File>();
  const most = useMe()?.maxUploadBytes;
  const source: ImportSource | undefined = file ? { file } : fileId === undefined ? undefined : { fileId };
  const take = ([chosen]: readonly File[]) => {
    if (!chosen) return;
    if (most !== undefined && chosen.size > most) tell(`“${chosen.name}” is larger than ${bytesText(most)}.`);
    else setFile(chosen);
  };
  return (
    <Page
      title={`Import a table into ${withoutHidden(dataSet?.name ?? channel.name)}`}
      icon="table"
      about={
        <Link to={channelPath(channel.slug)}>
          Back to <Shown text={channel.name} />
        </Link>
      }
      actions={file && <Button onClick={() => setFile(undefined)}>Choose another file</Button>}
    >
      {channel.role === 'reader' ? (
        <MayNotAdd slug={channel.slug} />
      ) : source ? (
        <ImportOf key={file?.name ?? fileId} channel={channel} dataSet={dataSet} source={source} />
      ) : (
        <>
          <p>
            The rows of a CSV, TSV or XLSX file become {dataSet ? 'records here' : 'the records of a Data Set'}. You see
            what will be stored before it is.
          </p>
          <FileDrop label={dataSet?.name ?? channel.name} note="" take={take} />
          <FileChooser
            isOne
            choose={take}
            accept=".csv,.tsv,.xlsx,.jsonl"
            limit={most === undefined ? '' : `At most ${bytesText(most)}.`}
          />
        </>
      )}
    </Page>
  );
}
