import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { channelPath } from '../../../schemas/urls.ts';
import type { Renderer, ViewDefinition } from '../../../schemas/views.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { filtersIn } from '../../shared/filters/address.ts';
import { asViewFilters } from '../../shared/filters/names.ts';
import { NotHere } from '../../ui/not-here.tsx';
import { Page } from '../../ui/page.tsx';
import { begun, renderers } from './beginning.ts';
import { useCreateView } from './save-view.ts';
import { ViewForm } from './view-form.tsx';

/** A new View of a Data Set. The address may say of which kind it is, and its filters. */
export default function NewViewPage() {
  const { channel, dataSet } = useParams({ strict: false }) as { channel: string; dataSet: string };
  const home = useQuery(channelQuery(channel));
  return (
    <Answer of={home} what="the Data Set" isPage>
      {(found) => {
        const named = found.dataSets.find((one) => [one.objectType, one.objectTypeId].includes(dataSet));
        return named && found.role !== 'reader' ? <NewView channel={found} dataSet={named} /> : <NotHere />;
      }}
    </Answer>
  );
}

interface NewViewProps {
  readonly channel: { readonly id: string; readonly slug: string };
  readonly dataSet: DataSet;
}

function NewView({ channel, dataSet: { objectTypeId, objectType, name, fields } }: NewViewProps) {
  const asked = useSearch({ strict: false }) as { kind?: string; filters?: string };
  const create = useCreateView(channel.id);
  const kind = asked.kind !== undefined && asked.kind in renderers ? (asked.kind as Renderer) : 'table';
  const filters = asViewFilters(filtersIn(asked.filters));
  const initial: ViewDefinition = begun(kind, fields, { name: '', objectTypeId, filters });
  return (
    <Page title={`New View of ${name}`} icon="view">
      <AroundRecords channel={channel.slug}>
        <ViewForm
          initial={initial}
          fields={fields}
          channelId={channel.id}
          isNew
          back={`${channelPath(channel.slug)}/data-sets/${objectType}`}
          saving={create}
          save={create.mutate}
        />
      </AroundRecords>
    </Page>
  );
}
