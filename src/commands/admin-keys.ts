import { rotateKeys } from '../auth/keys.ts';
import type { Config } from '../config.ts';
import { openWorkspace, placesIn } from '../workspace/open.ts';

export interface RotateKeysOptions {
  readonly json: boolean;
}

/** `workspace admin keys rotate`: a running gateway signs with the new key from its next token on. */
export async function rotateSigningKeys(config: Config, { json }: RotateKeysOptions): Promise<void> {
  const { close } = await openWorkspace({ ...config, onError: () => {} });
  try {
    const { keyId } = await rotateKeys(placesIn(config.dataFolder).signingKey);
    process.stdout.write(json ? `${JSON.stringify({ keyId })}\n` : `${keyId} signs from now on\n`);
  } finally {
    await close();
  }
}
