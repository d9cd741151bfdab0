import { WorkspaceError } from './errors.ts';
import { limits } from './limits.ts';
import type { FieldError } from './problem-extras.ts';

/** A refusal that names mistakes by path, up to `limits.mistakes`. */
export function mistaken(code: 'invalid_request' | 'invalid_values', mistakes: readonly FieldError[]): WorkspaceError {
  const errors = few(mistakes).map(({ path, message }) => ({
    path: shortened(path, limits.mistakePath),
    message: shortened(message, limits.mistakeMessage),
  }));
  return new WorkspaceError(code, detailOf(errors), { errors });
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

/** Mistakes as one sentence. */
export function detailOf(errors: readonly FieldError[]): string {
  const named = errors.map(sentenceOn);
  const more = errors.length < limits.mistakes ? [] : [`only the first ${limits.mistakes} mistakes are named`];
  return [...named, ...more].join('; ');
}

/** The places of the mistakes. A problem's `detail` names them, because its `errors` hold the messages. */
export function placesOf(errors: readonly FieldError[]): string {
  const paths = [...new Set(errors.map(({ path }) => path || 'the request'))];
  const named = paths.slice(0, limits.mistakesListed).join(', ');
  const others = paths.length - limits.mistakesListed;
  const more = others > 0 ? ` and ${others} more places` : '';
  const rest = errors.length < limits.mistakes ? '' : ` Only the first ${limits.mistakes} mistakes are named.`;
  return `Mend ${named}${more}; errors says what is wrong.${rest}`;
}

export const sentenceOn = ({ path, message }: FieldError): string => `${path || 'The request'}: ${message}`;

/** Bounds the work: mistakes beyond the named ones are not examined. */
export const few = <Item>(items: readonly Item[]): Item[] => items.slice(0, limits.mistakes);
