import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TypedQuery } from '../../../schemas/queries.ts';
import type { View } from '../../../schemas/views.ts';
import { workspace } from '../../data/client.ts';
import { newKey, underKey } from '../../data/keys.ts';
import { useChannels } from '../../data/queries.ts';
import { useAct } from '../acts/use-act.ts';
import { viewsQuery } from '../views-query.ts';
import { Button } from '../../ui/button.tsx';
import { pathOf } from '../../ui/link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import type { DefinitionOf } from '../../views/props.ts';
import { widgetOf } from './widget-of.ts';

interface SaveWidgetProps {
  readonly typed: TypedQuery;
  readonly dataSet: { readonly channelId: string; readonly objectTypeId: string; readonly name: string };
  /** The query in words, which name the widget. */
  readonly title: string;
}

/** Keeps the query of an answer as a widget of a dashboard, where its figures are computed anew each time. */
export function SaveWidget({ typed, dataSet, title }: SaveWidgetProps) {
  const { channelId, objectTypeId, name } = dataSet;
  const navigate = useNavigate();
  const role = useChannels()?.find(({ id }) => id === channelId)?.role;
  const { data: views = [] } = useQuery(viewsQuery(channelId));
  const dashboards = views.filter((view) => view.objectTypeId === objectTypeId && view.renderer === 'dashboard');
  const { mutate: save } = useAct({
    act: (to: View | undefined) =>
      to
        ? addedTo(to, typed, title)
        : underKey(workspace.views.create, {
            channelId,
            objectTypeId,
            name: `Figures of ${name}`,
            renderer: 'dashboard' as const,
            widgets: [widgetOf(typed, title, [])],
          }),
    stale: [['views'], ['view']],
    done: ({ view }) =>
      tell(`It is a widget of “${view.name}” now.`, {
        label: 'Open the dashboard',
        run: () => void navigate({ to: pathOf(view.url) }),
      }),
  });
  if (role === undefined || role === 'reader') return null;
  return (
    <Menu
      trigger={<Button>Save as a widget</Button>}
      items={[
        ...dashboards.map((view) => ({ label: `Add to ${view.name}`, icon: 'view' as const, run: () => save(view) })),
        { label: 'Make a new dashboard', icon: 'plus' as const, run: () => save(undefined) },
      ]}
    />
  );
}

/** Adds a widget to the dashboard as it is now. A version that is saved at the same moment is refused, not lost. */
async function addedTo({ channelId, id: viewId }: View, typed: TypedQuery, title: string) {
  const { view } = await workspace.views.get({ channelId, viewId });
  const definition = view.definition as DefinitionOf<'dashboard'>;
  return workspace.views.update({
    ...definition,
    widgets: [...definition.widgets, widgetOf(typed, title, definition.widgets)],
    channelId,
    viewId,
    expectedCurrentVersionId: view.currentVersionId,
    idempotencyKey: newKey(),
  });
}
