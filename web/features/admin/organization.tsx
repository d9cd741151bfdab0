import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization as Settings } from '../../../schemas/organizations.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Form, TextField } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import styles from './admin.module.css';

const key = ['admin', 'organization'];
const bytesOfMiB = 1024 * 1024;

/** The name, the days and the largest file of the organization. */
export default function Organization() {
  const id = useMe()?.organization.id;
  const settings = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { organizations } = await workspace.organizations.list({}, { signal });
      return organizations.find(({ organizationId }) => organizationId === id) ?? organizations[0]!;
    },
    enabled: id !== undefined,
  });
  return (
    <Answer of={settings} what="the organisation">
      {(found) => <SettingsForm key={found.organizationId} settings={found} />}
    </Answer>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const [name, setName] = useState(settings.name);
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [size, setSize] = useState(String(settings.maxUploadBytes / bytesOfMiB));
  const saving = useAct({
    act: () =>
      workspace.organizations.update({
        organizationId: settings.organizationId,
        name,
        timeZone,
        maxUploadBytes: Math.round(Number(size) * bytesOfMiB),
      }),
    stale: [key, ['me']],
    done: () => tell('The organisation is changed.'),
    isForm: true,
  });
  const { error } = saving;
  const mistakes = ['name', 'timeZone', 'maxUploadBytes'].map((field) => mistakeOf(error, field));
  return (
    <Form
      className={styles.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextField
        label="Name"
        required
        mistake={mistakes[0]}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Time zone"
        list="time-zones"
        required
        hint="Days in questions and figures are days of this zone, such as Europe/Berlin"
        mistake={mistakes[1]}
        value={timeZone}
        onChange={({ target }) => setTimeZone(target.value)}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      <TextField
        label="Largest file, in MiB"
        type="number"
        min="0.01"
        step="any"
        required
        mistake={mistakes[2]}
        value={size}
        onChange={({ target }) => setSize(target.value)}
      />
      {error && mistakes.every((mistake) => mistake === undefined) && <Failure sentence={sentenceOf(error)} />}
      <Buttons>
        <Button look="primary" type="submit" disabled={saving.isPending}>
          Save
        </Button>
      </Buttons>
    </Form>
  );
}
