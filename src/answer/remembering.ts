import type { Workspace } from '../../schemas/index.ts';

type Operation = (input: unknown) => Promise<unknown>;
type Named<Value> = Readonly<Record<string | symbol, Value>>;

/** Results that are kept for one question. Behind them, the workspace is asked again. */
const mostKept = 500;

/** The workspace, which is asked the same thing once for one question, however often the question is read. */
export function remembering(workspace: Workspace): Workspace {
  const kept = new Map<string, Promise<unknown>>();
  const once = (group: string, operations: Named<Operation>): Named<Operation> =>
    new Proxy(operations, {
      get: (_, name) => (input: unknown) => {
        const asked = `${group}.${String(name)} ${JSON.stringify(input)}`;
        const known = kept.get(asked);
        if (known) return known;
        const found = operations[name]!(input);
        if (kept.size < mostKept) kept.set(asked, found);
        return found;
      },
    });
  const groups = workspace as unknown as Named<Named<Operation>>;
  return new Proxy({} as Workspace, { get: (_, group) => once(String(group), groups[group]!) });
}
