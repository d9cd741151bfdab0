import { oneChoice } from '../choices.tsx';
import type { FieldKind } from '../kind.ts';

/** One of the choices of its field. */
export const select: FieldKind = oneChoice;
