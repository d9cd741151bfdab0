import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { View } from '../../../schemas/views.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { Records } from './records.tsx';

const TimelineView = lazy(async () => ({
  default: (await import('../../views/timeline/timeline-view.tsx')).TimelineView,
}));

interface TimelineProps {
  readonly view: View;
  readonly definition: DefinitionOf<'timeline'>;
  readonly channelId: string;
  readonly fields: readonly Field[];
}

/** Records on a time axis. How close one looks is in the address. */
export function Timeline({ view, definition, channelId, fields }: TimelineProps) {
  const { zoom } = useSearch({ strict: false }) as { zoom?: string };
  const navigate = useNavigate();
  const setZoom = (next: string) =>
    void navigate({ to: '.', search: { zoom: next }, replace: true, resetScroll: false });
  return (
    <Records view={view} channelId={channelId}>
      {(data) => <TimelineView definition={definition} data={data} fields={fields} zoom={zoom} setZoom={setZoom} />}
    </Records>
  );
}
