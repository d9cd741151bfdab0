import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { meQuery } from '../../data/queries.ts';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { ShownOnce } from '../../shared/secrets.tsx';
import { scopesIn, scopeWords } from '../../shared/things/scope-words.ts';
import { Choice, TextField } from '../../ui/form.tsx';
import { signInsKey } from './keys.ts';

const days = [7, 30, 90].map((count) => ({ value: String(count), label: `${count} days` }));

/** From the fewest rights to the most. Who may administer may have a token do so too. */
const rights = [
  'workspace.read',
  'workspace.read workspace.query',
  'workspace.read workspace.query workspace.write',
  'workspace.read workspace.query workspace.write workspace.admin',
];

/** Makes an access token, and shows it once. */
export function MakeToken({ close }: { close: () => void }) {
  const { data: me } = useQuery(meQuery);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(rights[0]!);
  const [expiresInDays, setDays] = useState('30');
  const [currentPassword, setPassword] = useState('');
  const making = useAct({
    act: () =>
      workspace.signIns.makeToken({
        name,
        scopes: scopesIn(scopes),
        expiresInDays: Number(expiresInDays),
        currentPassword,
      }),
    stale: [signInsKey],
    isForm: true,
  });
  if (making.data)
    return (
      <ShownOnce
        title={`The token ${shownOnLine(making.data.signIn.name ?? name)}`}
        description="Copy it now. It is shown this once, and whoever has it acts for you until it ends."
        label="Token"
        secret={making.data.token}
        close={close}
      />
    );
  const offered = rights.filter((list) => scopesIn(list).every((scope) => me?.scopes.includes(scope)));
  return (
    <FormDialog
      title="Make a token"
      description="It asks for your password, so that nobody takes one from an open page."
      verb="Make the token"
      of={making}
      submit={() => making.mutate()}
      close={close}
    >
      <TextField
        label="What it is for"
        required
        mistake={mistakeOf(making.error, 'name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choice
        label="It may"
        options={offered.map((value) => ({ value, label: scopeWords(scopesIn(value)) }))}
        mistake={mistakeOf(making.error, 'scopes')}
        value={scopes}
        onChange={({ target }) => setScopes(target.value)}
      />
      <Choice
        label="It ends after"
        options={days}
        value={expiresInDays}
        onChange={({ target }) => setDays(target.value)}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        hint="No password? workspace token --name makes a token on the machine of the gateway."
        mistake={mistakeOf(making.error, 'currentPassword')}
        value={currentPassword}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
