import type { Workspace } from '../../schemas/index.ts';
import type { Turn } from '../turns/turn.ts';

type Operation = (...input: readonly unknown[]) => Promise<unknown>;
type Named<Value> = Readonly<Record<string | symbol, Value>>;

/** The workspace, before each call of which others have their turn: answers of the database alone let nobody in between. */
export function takingTurns(workspace: Workspace, turn: Turn): Workspace {
  const inTurn = (operations: Named<Operation>): Named<Operation> =>
    new Proxy(operations, {
      get:
        (_, name) =>
        async (...input: readonly unknown[]) => {
          await turn.yield();
          return operations[name]!(...input);
        },
    });
  const groups = workspace as unknown as Named<Named<Operation>>;
  return new Proxy({} as Workspace, { get: (_, group) => inTurn(groups[group]!) });
}
