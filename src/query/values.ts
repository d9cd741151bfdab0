import { isLongerThan } from '../../schemas/common.ts';
import { hasChoices, isMultiple } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueField } from './catalogue.ts';
import { isDay, millisecondsOf, timestampOf } from '../time/dates.ts';

/** A value as its column holds it (store/data-tables). */
export type Stored = string | number | null;

export class InvalidValue extends Error {}

/** Whether the texts among values come to more bytes than a record may have (`limits.recordBytes`). */
export function areTooLong(values: readonly unknown[]): boolean {
  let characters = 0;
  for (const value of values) if (typeof value === 'string') characters += value.length;
  // A unit of UTF-16 takes three bytes of UTF-8 at most.
  return characters * 3 > limits.recordBytes && bytesOfTexts(values) > limits.recordBytes;
}

/** Bytes of the texts among values, in UTF-8. */
export const bytesOfTexts = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0);

/**
 * A value of the interface as its column holds it; null for an absent value, such as an empty text. Throws
 * `InvalidValue` for a value of another type, and never coerces. It does not check that an ID names anything.
 */
export function encode(field: CatalogueField, value: unknown): Stored {
  if (value === null || value === undefined) return null;
  if (!isMultiple(field)) return encodeOne(field, value);
  if (!Array.isArray(value)) throw new InvalidValue('must be an array');
  if (value.length > limits.fieldValues) throw new InvalidValue(`must have at most ${limits.fieldValues} values`);
  const items = value.map((item) => encodeOne(field, item));
  if (items.includes(null)) throw new InvalidValue('must not hold empty values');
  const distinct = [...new Set(items)];
  return distinct.length === 0 ? null : JSON.stringify(distinct);
}

type Shown = Pick<CatalogueField, 'type' | 'multiple' | 'options'>;

/** The value of a column as the interface shows it; undefined when there is none. */
export function decode(field: Shown, stored: Stored): unknown {
  return stored === null ? undefined : decoder(field)(stored);
}

/** The same for many values of one field, none of them null. */
export function decoder(field: Shown): (stored: string | number) => unknown {
  const one = itemDecoder(field);
  return field.multiple ? (stored) => (JSON.parse(String(stored)) as (string | number)[]).map(one) : one;
}

/** The same for single values of a list, as a group of a multi-valued field has them. */
export function itemDecoder({ type, options }: Omit<Shown, 'multiple'>): (stored: string | number) => unknown {
  if (hasChoices(type)) return (stored) => options.choices?.[Number(stored)]?.key;
  if (type === 'checkbox') return (stored) => stored === 1;
  if (type === 'date_time') return (stored) => timestampOf(Number(stored));
  return (stored) => stored;
}

/** One value, also of a field that holds a list of them. */
export function encodeOne(field: CatalogueField, value: unknown): Stored {
  switch (field.type) {
    case 'number':
    case 'currency':
    case 'percent':
      return encodeNumber(value);
    case 'select':
    case 'multi_select':
      return encodeChoice(field, value);
    case 'checkbox':
      if (typeof value !== 'boolean') throw new InvalidValue('must be true or false');
      return value ? 1 : 0;
    case 'date':
      if (typeof value !== 'string' || !isDay(value)) throw new InvalidValue('must be a date such as 2026-10-05');
      return value;
    case 'date_time':
      return encodeTime(value);
    case 'url':
      return encodeText(value, isWebAddress, 'must be an http or https URL');
    case 'email':
      return encodeText(value, (text) => emailAddress.test(text), 'must be an e-mail address');
    case 'phone':
      return encodeText(
        value,
        (text) => phoneNumber.test(text),
        'must be a phone number: digits, blanks and + - . / ( )',
      );
    case 'user':
    case 'record':
    case 'file':
    case 'artifact':
    case 'session':
      return encodeText(value, (text) => text.length <= limits.identifier, 'must be an ID');
    case 'text':
    case 'long_text':
      return encodeText(value, () => true, '');
  }
}

/** JSON parsing has already lost the digits of a number beyond the exact range, so such numbers are refused. */
function encodeNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new InvalidValue('must be a number');
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new InvalidValue(
      `must be from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}, which numbers hold exactly; keep longer ones in a text field`,
    );
  return value;
}

function encodeChoice({ options: { choices = [] } }: CatalogueField, value: unknown): number {
  const place = typeof value === 'string' ? placesOf(choices).get(value) : undefined;
  if (place === undefined) throw new InvalidValue(`must be one of its choices: ${named(choices)}`);
  return place;
}

function named(choices: readonly { key: string }[]): string {
  const keys = choices.slice(0, limits.namedAlternatives).map(({ key }) => key);
  const more = choices.length - keys.length;
  return keys.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Whether a text is the key of a choice. */
export const isChoice = (choices: readonly { key: string }[], key: string): boolean => placesOf(choices).has(key);

const places = new WeakMap<readonly { key: string }[], ReadonlyMap<string, number>>();

function placesOf(choices: readonly { key: string }[]): ReadonlyMap<string, number> {
  let known = places.get(choices);
  if (!known) places.set(choices, (known = new Map(choices.map(({ key }, place) => [key, place]))));
  return known;
}

function encodeTime(value: unknown): number {
  const time = typeof value === 'string' ? millisecondsOf(value) : undefined;
  if (time === undefined)
    throw new InvalidValue('must be a time with its offset such as 2026-10-05T09:30:00Z, with at most milliseconds');
  return time;
}

function encodeText(value: unknown, isValid: (text: string) => boolean, otherwise: string): string | null {
  if (typeof value !== 'string') throw new InvalidValue('must be a text');
  if (value === '') return null;
  if (isLongerThan(value, limits.cell)) throw new InvalidValue(`must have at most ${limits.cell} characters`);
  refuseIllFormed(value);
  if (!isValid(value)) throw new InvalidValue(otherwise);
  return value;
}

/** Neither engine compares or keeps such a text as it was given. */
export function refuseIllFormed(text: string): void {
  if (!text.isWellFormed() || text.includes('\0')) throw new InvalidValue('must be well-formed text without NUL');
}

const emailAddress = /^[^\s@"<>()]+@[^\s@"<>()]+\.[^\s@"<>().]+$/u;
const phoneNumber = /^\+?[\d\s\-./()]{2,50}$/;

/** Behind its host nothing makes a URL invalid, and an address may be long: so the host alone is parsed. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text)) return false;
  const [start, authority = ''] = /^https?:[/\\]*([^/\\?#]*)/i.exec(text) ?? [''];
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  const end = start.length < text.length ? '/' : '';
  return isShort(hostAndPort.replace(/:\d*$/, '')) && URL.canParse(`http://${hostAndPort}${end}`);
}

/** Parsing a host takes time quadratic in its characters beyond ASCII. A real name stays within these limits. */
const isShort = (host: string): boolean =>
  host.length <= longestHost && host.replaceAll(/\p{ASCII}/gu, '').length <= longestLabel;

/** As the Domain Name System has them. */
const longestHost = 253;
const longestLabel = 63;
