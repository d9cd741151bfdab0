import { requireFolderOwner } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';

export const keys: Handlers<'keys'> = {
  async rotate({ caller, database, rotateKeys }) {
    requireFolderOwner(caller, 'keys rotate');
    const { keyId } = await rotateKeys();
    await database.write(caller, (tx) => audit(tx, caller, 'key.rotated', keyId));
    return { keyId };
  },
};
