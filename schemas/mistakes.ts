import { WorkspaceError } from './errors.ts';
import { mistakeLimits } from './limits.ts';
import type { FieldError, ProblemExtras } from './problem-extras.ts';

/** A refusal that names mistakes by path, up to `mistakeLimits.mistakes`. */
export function mistaken(
  code: 'invalid_request' | 'invalid_values' | 'ambiguous',
  mistakes: readonly FieldError[],
  extras: ProblemExtras = {},
): WorkspaceError {
  const errors = few(mistakes).map(({ path, message }) => ({
    path: shortened(path, mistakeLimits.mistakePath),
    message: shortened(message, mistakeLimits.mistakeMessage),
  }));
  return new WorkspaceError(code, detailOf(errors), { ...extras, errors });
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

/** Mistakes as one sentence. */
export function detailOf(errors: readonly FieldError[]): string {
  const named = errors.map(sentenceOn);
  const more =
    errors.length < mistakeLimits.mistakes ? [] : [`only the first ${mistakeLimits.mistakes} mistakes are named`];
  return [...named, ...more].join('; ');
}

/** The places of the mistakes. A problem's `detail` names them, because its `errors` hold the messages. */
export function placesOf(errors: readonly FieldError[]): string {
  const paths = [...new Set(errors.map(({ path }) => path || 'the request'))];
  const named = paths.slice(0, mistakeLimits.mistakesListed).join(', ');
  const others = paths.length - mistakeLimits.mistakesListed;
  const more = others > 0 ? ` and ${others} more places` : '';
  const rest =
    errors.length < mistakeLimits.mistakes ? '' : ` Only the first ${mistakeLimits.mistakes} mistakes are named.`;
  return `Mend ${named}${more}; errors says what is wrong.${rest}`;
}

export const sentenceOn = ({ path, message }: FieldError): string => `${path || 'The request'}: ${message}`;

/** Bounds the work: mistakes beyond the named ones are not examined. */
export const few = <Item>(items: readonly Item[]): Item[] => items.slice(0, mistakeLimits.mistakes);
