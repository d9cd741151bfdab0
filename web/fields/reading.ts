import type { Shape } from './shape.ts';

/** How text that is typed or pasted is read. Text that cannot be read stays as it is. */

const grouped = /^[-+]?\d{1,3}([,  ']\d{3})+(\.\d+)?$/;

/** A number with or without groups of digits, a sign of its currency or of percent. */
export function numberIn(text: string): unknown {
  const bare = text.trim().replaceAll(/^[\p{Sc}\s]+|[\p{Sc}%\s]+$/gu, '');
  const plain = grouped.test(bare) ? bare.replaceAll(/[,  ']/g, '') : bare;
  const number = Number(plain);
  return plain === '' || Number.isNaN(number) ? text : number;
}

export function truthIn(text: string): unknown {
  if (/^(true|yes|x|1)$/i.test(text.trim())) return true;
  return /^(false|no|0)$/i.test(text.trim()) ? false : text;
}

/** The key of a choice by its label or key. */
export function choiceIn(text: string, { options }: Pick<Shape, 'options'>): string {
  const sought = text.trim();
  const choices = options?.choices ?? [];
  const found =
    choices.find(({ key }) => key === sought) ??
    choices.find(({ label }) => label.toLowerCase() === sought.toLowerCase());
  return found?.key ?? sought;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The day of a moment where the person is. */
const localDay = (at: Date): string =>
  [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');

const isNamed = (text: string): boolean => /\p{L}{3}/u.test(text);

/** A day that is written with the name of its month, such as "5 Oct 2026". Digits alone are ambiguous. */
export function dayIn(text: string): string {
  const at = isNamed(text) ? new Date(text) : undefined;
  return at && !Number.isNaN(at.getTime()) ? localDay(at) : text.trim();
}

/** A moment where the person is, as the browser's control takes it. */
export function localMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  const seconds = at.getSeconds() === 0 ? '' : `:${twoDigits(at.getSeconds())}`;
  return `${localDay(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}${seconds}`;
}

/** A moment with its offset, or where the person is. */
export function momentIn(text: string): string {
  const isTold = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text.trim()) || isNamed(text);
  const at = isTold ? new Date(text.trim()) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : text.trim();
}
