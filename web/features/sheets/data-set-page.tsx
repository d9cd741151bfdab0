import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { useChannels } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { pathOfThing } from '../../shared/things/thing-path.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Choice, Form, TextField } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { shownOnLine } from '../../../schemas/shown.ts';

/** A sheet becomes a Data Set: its rows are records then, and the sheet stays. */
export default function DataSetPage() {
  const { artifactId } = useParams({ strict: false }) as { artifactId: string };
  const artifact = useQuery(artifactQuery(artifactId));
  return (
    <Answer of={artifact} what="the sheet" isPage>
      {(artifact) => (
        <Page title="A Data Set from this sheet" icon="table" width="text">
          <FromSheet artifact={artifact} />
        </Page>
      )}
    </Answer>
  );
}

function FromSheet({ artifact }: { artifact: Artifact }) {
  const navigate = useNavigate();
  const channels = (useChannels() ?? []).filter(({ role }) => role !== 'reader');
  const [name, setName] = useState(artifact.title);
  const [chosen, setChosen] = useState<string>();
  const home = channels.find(({ id }) => id === (chosen ?? artifact.channelId)) ?? channels[0];
  const { mutate, error, isPending } = useMutation({
    mutationFn: (channelId: string) => workspace.dataSets.import({ channelId, artifactId: artifact.id, name }),
    onSuccess: async ({ dataSet }) => {
      void cache.invalidateQueries({ queryKey: ['channel'] });
      const path = pathOfThing({ type: 'data_set', id: dataSet.objectTypeId, channelId: home!.id }, home!.slug);
      await navigate({ to: path! });
    },
  });
  if (!home) return <Empty title="There is no channel where you may write." />;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(home.id);
      }}
    >
      <p>
        Every row becomes a record with its own history, and every column a field. The sheet stays as it is, at version{' '}
        {artifact.versionNumber}.
      </p>
      <TextField
        label="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={limits.title}
        required
        mistake={mistakeOf(error, 'name')}
      />
      <Choice
        label="Channel"
        hint="Everybody who reads the channel reads the records."
        value={home.id}
        onChange={({ target }) => setChosen(target.value)}
        options={channels.map(({ id, name }) => ({ value: id, label: shownOnLine(name) }))}
      />
      {error && <Failure sentence={sentenceOf(error)} />}
      <Buttons>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? 'Reading the rows …' : 'Make the Data Set'}
        </Button>
      </Buttons>
    </Form>
  );
}
