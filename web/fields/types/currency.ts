import type { FieldKind } from '../kind.ts';
import { numberKind } from '../numbers.tsx';

/** An amount in the currency of its field. */
export const currency: FieldKind = numberKind;
