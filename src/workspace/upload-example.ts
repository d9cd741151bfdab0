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

/** One word for a POSIX shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
