import { Paragraphs } from '../inputs.tsx';
import type { FieldKind } from '../kind.ts';
import { plain } from '../texts.tsx';

/** Text with paragraphs. A condition seeks a part of it, which is one line. */
export const longText: FieldKind = { ...plain, Editor: Paragraphs, inTable: 'dialog' };
