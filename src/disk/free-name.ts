/**
 * Renames a finished file atomically, never replacing another. Returns false if the name is taken. Both paths are on
 * one file system. Without hard links it checks first, which is not atomic. Clients use it too, and their browser
 * bundle must not import Node.
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

/** Whether the path does not exist. */
export async function isFree(path: string): Promise<boolean> {
  const { lstat } = process.getBuiltinModule('node:fs/promises');
  return lstat(path).then(
    () => false,
    () => true,
  );
}
