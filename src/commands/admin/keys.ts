import { rotateKeys } from '../../auth/keys.ts';
import type { Config } from '../../config.ts';
import { audit } from '../../workspace/operation/audit.ts';
import { placesIn } from '../../folder/open.ts';
import { onFolder, print, type Printing } from './administration.ts';

/** `workspace admin keys rotate`: a running gateway signs with the new key from its next token on. */
export async function rotateSigningKeys(config: Config, options: Printing): Promise<void> {
  await onFolder(config, async ({ database, operator }) => {
    const { keyId } = await rotateKeys(placesIn(config.dataFolder).signingKey);
    await database.write('service', (tx) => audit(tx, operator, 'key.rotated', keyId));
    print(options, { keyId }, [`${keyId} signs from now on`]);
  });
}
