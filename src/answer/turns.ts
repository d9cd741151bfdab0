import type { Workspace } from '../../schemas/index.ts';
import type { Turn } from '../turns/turn.ts';

type Operations = Record<string, (...input: readonly unknown[]) => Promise<unknown>>;

/** The workspace, before each call of which others have their turn: answers of the database alone let nobody in between. */
export function takingTurns(workspace: Workspace, turn: Turn): Workspace {
  const groups = workspace as unknown as Record<string | symbol, Operations>;
  const inTurn = (operations: Operations): Operations =>
    Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        name,
        async (...input: readonly unknown[]) => {
          await turn.yield();
          return operation(...input);
        },
      ]),
    );
  return new Proxy({} as Workspace, { get: (_, group) => inTurn(groups[group]!) });
}
