import type { FieldKind } from '../kind.ts';
import { numberKind } from '../numbers.tsx';

/** A number of hundredths. */
export const percent: FieldKind = numberKind;
