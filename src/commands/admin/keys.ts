import type { Config } from '../../config.ts';
import { administer, print, type Printing } from './administration.ts';

/** `workspace admin keys rotate`: a running gateway signs with the new key from its next token on. */
export async function rotateSigningKeys(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const answer = await workspace.keys.rotate({});
    print(options, answer, [`${answer.keyId} signs from now on`]);
  });
}
