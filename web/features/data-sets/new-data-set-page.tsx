import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { withoutHidden } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { channelQuery } from '../../data/queries.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { Answer } from '../../shared/answer.tsx';
import { MayNotAdd } from '../../shared/adding/may-not-add.tsx';
import { Button } from '../../ui/button.tsx';
import { Buttons, Form, TextArea, TextField } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Failure } from '../../ui/states.tsx';

interface ChannelOfPage {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role?: string;
}

/** A Data Set without fields or records. Its own page adds both. */
export default function NewDataSetPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const query = useQuery(channelQuery(channel));
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => (
        <Page
          title={`New Data Set in ${withoutHidden(found.name)}`}
          icon="table"
          width="text"
          about={
            <Link to={channelPath(found.slug)}>
              Back to <Shown text={found.name} />
            </Link>
          }
        >
          {found.role === 'reader' ? <MayNotAdd slug={found.slug} /> : <NewDataSet channel={found} />}
        </Page>
      )}
    </Answer>
  );
}

function NewDataSet({ channel: { id: channelId, slug } }: { channel: ChannelOfPage }) {
  const navigate = useNavigate();
  const [details, setDetails] = useState({ name: '', description: '' });
  const set = (change: Partial<typeof details>) => setDetails((before) => ({ ...before, ...change }));
  const create = useAct({
    act: async () => {
      const asked = { channelId, ...details, name: details.name.trim() };
      const { dataSet } = await underKey(workspace.dataSets.create, asked);
      await cache.invalidateQueries({ queryKey: ['channel'] });
      return dataSet;
    },
    stale: [],
    isForm: true,
    done: ({ objectType }) => void navigate({ to: `${channelPath(slug)}/data-sets/${objectType}?tab=fields` }),
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined);
      }}
    >
      <p>
        A table of typed records, such as deals, tasks or applicants. Add its fields on the next page, or{' '}
        <Link to={`${channelPath(slug)}/import`}>import a table</Link> that has them.
      </p>
      <TextField
        label="Name"
        value={details.name}
        required
        maxLength={limits.title}
        onChange={({ target }) => set({ name: target.value })}
        mistake={mistakeOf(create.error, 'name')}
      />
      <TextArea
        label="Description"
        hint="What a record stands for. Agents read it to find the right table."
        value={details.description}
        maxLength={limits.description}
        onChange={({ target }) => set({ description: target.value })}
        mistake={mistakeOf(create.error, 'description')}
      />
      {create.error && <Failure sentence={sentenceOf(create.error)} />}
      <Buttons>
        <Button type="submit" look="primary" disabled={create.isPending || details.name.trim() === ''}>
          Create Data Set
        </Button>
      </Buttons>
    </Form>
  );
}
