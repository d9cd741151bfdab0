import { useState } from 'react';
import { workspace } from '../../data/client.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { AddUser } from './add-user.tsx';
import { usersKey } from './keys.ts';
import { Head, PartList } from './part.tsx';
import { UserRow } from './user-row.tsx';

/** The people of the organization, to add, change, sign out and remove. */
export default function Users() {
  const [isAdding, setAdding] = useState(false);
  const pages = usePages(usersKey, async (cursor, options) => {
    const { users, nextCursor } = await workspace.users.list({ cursor }, options);
    return { items: users, nextCursor };
  });
  return (
    <>
      <Head
        action={
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add a person
          </Button>
        }
      >
        The easiest way in is <Link to="/admin/invitations">an invitation</Link>. A person who is added without a
        password can only use tokens.
      </Head>
      <PartList of={pages} what="people" empty={<p>Nobody is here.</p>}>
        {(user) => <UserRow key={user.userId} user={user} />}
      </PartList>
      {isAdding && <AddUser close={() => setAdding(false)} />}
    </>
  );
}
