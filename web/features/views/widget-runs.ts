import type { UseQueryResult } from '@tanstack/react-query';
import { sentenceOf } from '../../data/problems.ts';
import type { DefinitionOf, ViewData } from '../../views/props.ts';

/** Runs of one, two, four and so on. */
export function inRuns<Item>(items: readonly Item[]): Item[][] {
  const runs: Item[][] = [];
  for (let from = 0; from < items.length; from = 2 * from + 1) runs.push(items.slice(from, 2 * from + 1));
  return runs;
}

/** One answer of several. A widget whose answer is still to come has no rows, and one that was refused says why. */
export function combined(
  widgets: DefinitionOf<'dashboard'>['widgets'],
  runs: readonly Pick<UseQueryResult<ViewData>, 'data' | 'error' | 'refetch'>[],
) {
  const found = new Map(runs.flatMap(({ data }) => data?.widgets ?? []).map((widget) => [widget.id, widget]));
  const errors = inRuns(widgets).flatMap((run, place) => run.map(() => runs[place]?.error ?? null));
  const shown = widgets.map(({ id, title, type }, place) => {
    const error = errors[place];
    const refused = error && { error: { code: 'unavailable' as const, detail: sentenceOf(error) } };
    return found.get(id) ?? { id, title, type, ...refused };
  });
  return {
    data: found.size > 0 || widgets.length === 0 ? { widgets: shown } : undefined,
    isWhole: found.size === widgets.length,
    error: errors.find((error) => error !== null) ?? null,
    refetch: () => Promise.all(runs.map(({ refetch }) => refetch())),
  };
}
