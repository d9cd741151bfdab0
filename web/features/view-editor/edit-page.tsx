import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { filtersIn } from '../../shared/filters/address.ts';
import { asViewFilters } from '../../shared/filters/names.ts';
import { pathOf } from '../../ui/link.tsx';
import { NotHere } from '../../ui/not-here.tsx';
import { Page } from '../../ui/page.tsx';
import { Competing } from './competing.tsx';
import { useCreateView, useUpdateView } from './save-view.ts';
import { ViewForm } from './view-form.tsx';

/** Changes the definition of a View. The filters of the address are added to its own. */
export default function EditViewPage() {
  const { channel, view } = useParams({ strict: false }) as { channel: string; view: string };
  const found = useQuery({
    queryKey: ['view', view, channel],
    queryFn: async ({ signal }) => (await workspace.views.get({ channelId: channel, viewId: view }, { signal })).view,
  });
  const home = useQuery(channelQuery(channel));
  return (
    <Answer of={found} what="the View" isPage>
      {(saved) => (
        <Answer of={home} what="the channel" isPage>
          {({ id, slug, role, dataSets }) => {
            const dataSet = dataSets.find(({ objectTypeId }) => objectTypeId === saved.objectTypeId);
            if (!dataSet || role === 'reader') return <NotHere />;
            return <Opened current={saved} channel={{ id, slug }} fields={dataSet.fields} />;
          }}
        </Answer>
      )}
    </Answer>
  );
}

interface OpenedProps {
  /** As it is stored now, which may be later than the version that was opened. */
  readonly current: View;
  readonly channel: { readonly id: string; readonly slug: string };
  readonly fields: readonly Field[];
}

function Opened({ current, channel, fields }: OpenedProps) {
  const { filters } = useSearch({ strict: false }) as { filters?: string };
  const [base, setBase] = useState(current);
  const [isAdding, setAdding] = useState(true);
  const update = useUpdateView(channel.id, base.id, base.currentVersionId);
  const create = useCreateView(channel.id);
  const isStale = update.error instanceof WorkspaceError && update.error.code === 'version_conflict';
  const temporary = isAdding ? asViewFilters(filtersIn(filters)) : [];
  const saved = base.definition as ViewDefinition;
  return (
    <Page title={`Change ${base.name}`} icon="view">
      <AroundRecords channel={channel.slug}>
        {current.currentVersionId !== base.currentVersionId && !update.isPending && !update.isSuccess && (
          <Competing
            base={base}
            current={current}
            takeTheirs={() => {
              setAdding(false);
              setBase(current);
              update.reset();
            }}
          />
        )}
        <ViewForm
          key={base.currentVersionId}
          initial={{ ...saved, filters: [...(saved.filters ?? []), ...temporary] }}
          fields={fields}
          channelId={channel.id}
          back={pathOf(base.url)}
          saving={isStale ? { error: create.error, isPending: create.isPending } : joined(update, create)}
          save={update.mutate}
          saveAs={(definition) => create.mutate(named(definition, saved.name))}
        />
      </AroundRecords>
    </Page>
  );
}

/** Two Views of one name cannot be told apart. */
const named = (definition: ViewDefinition, taken: string): ViewDefinition => ({
  ...definition,
  name: definition.name === taken ? `${definition.name}, copy` : definition.name,
});

type Saving = { readonly error: unknown; readonly isPending: boolean };

const joined = (one: Saving, other: Saving): Saving => ({
  error: one.error ?? other.error,
  isPending: one.isPending || other.isPending,
});
