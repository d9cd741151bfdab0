import { WorkspaceError } from '../../src/sdk/index.ts';
import { isUnreached } from './retrying.ts';

/** The sentence that tells a person about a failure. It says what to do. */
export const sentenceOf = (error: unknown): string => {
  if (isUnreached(error)) return 'The workspace cannot be reached. Try again once you are connected.';
  if (!(error instanceof WorkspaceError)) return 'Something went wrong. Reload the page.';
  return (error.extras.errors ?? []).reduce(withName, error.message);
};

/** A message says to programs which part of a request it is about: "/types/Price: ". A person reads "Price: ". */
const withName = (message: string, { path }: { readonly path: string }): string =>
  message.replace(path, () => path.replace(/^.*\/(?=[^/\d])/, '').replaceAll('~1', '/'));

/** Hidden things and unknown ones answer alike, and are shown alike. */
export const isNotHere = (error: unknown): boolean =>
  error instanceof WorkspaceError && (error.code === 'not_found' || error.code === 'forbidden');

/** The message for a field of a form, by its name in the operation's input. */
export const mistakeOf = (error: unknown, name: string): string | undefined =>
  error instanceof WorkspaceError
    ? error.extras.errors?.find(({ path }) => path === `/${name}` || path.startsWith(`/${name}/`))?.message
    : undefined;
