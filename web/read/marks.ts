import type { ListItem } from 'mdast';

/** Finds the marks of tasks in a text that begins at `start` of its document. */
export const marksIn =
  (text: string, start: number) =>
  (item: ListItem): number | undefined => {
    const [first] = item.children;
    // The words of a task begin behind its brackets and a blank. Places in the tree do not count a byte order mark.
    const at = (first?.position?.start.offset ?? 0) - 3 + (text.startsWith('\ufeff') ? 1 : 0);
    return isMark(text, at) ? start + at : undefined;
  };

export const isMark = (text: string, at: number): boolean => /^\[[ \txX]\]$/.test(text.slice(at - 1, at + 2));

/** The text with one box ticked or cleared. Its length stays. */
export const ticked = (text: string, at: number, isDone: boolean): string =>
  isMark(text, at) ? `${text.slice(0, at)}${isDone ? 'x' : ' '}${text.slice(at + 1)}` : text;
