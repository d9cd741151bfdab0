import type { FieldKind } from '../kind.ts';
import { numberKind } from '../numbers.tsx';

/** A number with the decimals of its field. */
export const number: FieldKind = numberKind;
