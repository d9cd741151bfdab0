import { severalChoices } from '../choices.tsx';
import type { FieldKind } from '../kind.ts';

/** Any of the choices of its field. */
export const multiSelect: FieldKind = severalChoices;
