import { quoted } from '../../../schemas/shell.ts';

/** How whoever is told to send a file comes by the token for it. */
export interface UploadAuthorization {
  /** A shell command that prints the header `Authorization`. */
  readonly command: string;
  readonly instructions: string;
}

/** The authorization of a user on the workspace's own machine. */
export const tokenFrom = (command: string): UploadAuthorization => ({
  command,
  instructions: `Send an access token of this workspace that has the scope workspace.write. On the machine of the workspace this command prints the header: ${command}`,
});

/** The authorization of a gateway's client, on any machine, which already has a token. */
export const tokenInHand: UploadAuthorization = {
  command: `printf 'Authorization: Bearer %s' "\${WORKSPACE_TOKEN:?must hold an access token}"`,
  instructions:
    'Send the access token that this gateway is called with; it needs the scope workspace.write. The example takes it from the variable WORKSPACE_TOKEN.',
};

/** A command for a POSIX shell that uploads a file. The token goes from one process to the other, never into an argument list. */
export function uploadExample(
  authorizationCommand: string,
  url: string,
  fields: Record<string, string>,
  fileName = 'FILE',
): string {
  const form = Object.entries(fields).map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`);
  return [
    `${authorizationCommand} | curl --fail-with-body --silent --show-error --header @-`,
    ...form,
    `--form ${quoted(`file=@"${fileName.replaceAll(/["\\]/g, '\\$&')}"`)}`,
    quoted(url),
  ].join(' ');
}
