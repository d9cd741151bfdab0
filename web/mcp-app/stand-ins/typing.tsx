export { SoughtChoice, TypedMoment } from '../../fields/typing/parts.ts';

/** An app is one page, which loads nothing later. */
export const loadTyping = async (): Promise<void> => {};
