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

/** The choices whose labels begin with a text, then the others that hold it. */
export function choicesFor(text: string, { options }: Pick<Shape, 'options'>) {
  const sought = text.trim().toLowerCase();
  const placed = (options?.choices ?? []).map(
    (choice) => [choice.label.toLowerCase().indexOf(sought), choice] as const,
  );
  const [first, others] = [placed.filter(([place]) => place === 0), placed.filter(([place]) => place > 0)];
  return [...first, ...others].map(([, choice]) => choice);
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
