/**
 * Gives a finished file its name, in one step and never in place of another: false when something has that name. Both are on
 * one file system. Where that has no links, nothing better is left than to look before. Also for clients, in whose bundle for
 * browsers nothing of Node may be imported.
 */
export async function moveToFreeName(from: string, to: string): Promise<boolean> {
  const { link, rename } = process.getBuiltinModule('node:fs/promises');
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || !(await isFree(to))) return false;
    await rename(from, to);
  }
  return true;
}

/** Whether nothing has that name. */
export async function isFree(path: string): Promise<boolean> {
  const { lstat } = process.getBuiltinModule('node:fs/promises');
  return lstat(path).then(
    () => false,
    () => true,
  );
}
