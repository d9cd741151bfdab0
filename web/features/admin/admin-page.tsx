import { Navigate, useParams } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useIsAdmin, useMe } from '../../data/queries.ts';
import { NotHere } from '../../ui/not-here.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Waiting } from '../../ui/states.tsx';

interface Part {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType;
}

const parts: readonly Part[] = [
  { name: 'users', label: 'People', Content: lazy(() => import('./users.tsx')) },
  { name: 'invitations', label: 'Invitations', Content: lazy(() => import('./invitations.tsx')) },
  { name: 'organization', label: 'Organization', Content: lazy(() => import('./organization.tsx')) },
  { name: 'feedback', label: 'Feedback', Content: lazy(() => import('./feedback.tsx')) },
  { name: 'sources', label: 'Sources', Content: lazy(() => import('./sources.tsx')) },
  { name: 'issuers', label: 'Issuers', Content: lazy(() => import('./issuers.tsx')) },
  { name: 'applications', label: 'Applications', Content: lazy(() => import('./applications.tsx')) },
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
      <Suspense fallback={<Waiting what={part.label.toLowerCase()} />}>
        <part.Content />
      </Suspense>
    </Page>
  );
}
