import { Navigate, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useIsAdmin, useMe } from '../../data/queries.ts';
import { NotHere } from '../../ui/not-here.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Waiting } from '../../ui/states.tsx';
import { later } from '../../ui/later.tsx';

interface Part {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType;
}

const parts: readonly Part[] = [
  { name: 'users', label: 'People', Content: later(async () => (await import('./users.tsx')).default, 'people') },
  {
    name: 'invitations',
    label: 'Invitations',
    Content: later(async () => (await import('./invitations.tsx')).default),
  },
  {
    name: 'organization',
    label: 'Organisation',
    Content: later(async () => (await import('./organization.tsx')).default),
  },
  {
    name: 'feedback',
    label: 'Feedback',
    Content: later(async () => (await import('./feedback.tsx')).default, 'feedback'),
  },
  { name: 'sources', label: 'Sources', Content: later(async () => (await import('./sources.tsx')).default, 'sources') },
  { name: 'issuers', label: 'Issuers', Content: later(async () => (await import('./issuers.tsx')).default, 'issuers') },
  {
    name: 'applications',
    label: 'Applications',
    Content: later(async () => (await import('./applications.tsx')).default),
  },
];

/** The administration of the organization. Everybody else finds nothing here. */
export default function AdminPage() {
  const { part: name } = useParams({ strict: false }) as { part?: string };
  const isAdmin = useIsAdmin();
  const organization = useMe()?.organization.name;
  if (isAdmin === undefined) return <Waiting what="what you may administer" />;
  const part = parts.find((one) => one.name === name);
  if (!isAdmin || (name !== undefined && !part)) return <NotHere />;
  if (!part) return <Navigate to="/admin/users" replace />;
  return (
    <Page title={`Administer ${organization}`} icon="settings">
      <Tabs
        label="Administration"
        tabs={parts.map((one) => ({ to: `/admin/${one.name}`, label: one.label, isCurrent: one === part }))}
      />
      <part.Content />
    </Page>
  );
}
