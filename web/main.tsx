import './ui/tokens.css';
import './ui/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { cache } from './data/cache.ts';
import { acceptSignIn } from './data/session.ts';
import { later } from './ui/later.tsx';
import { useAfterPaint } from './read/use-after-paint.ts';

const Toasts = later(async () => (await import('./ui/overlays/toasts.tsx')).default);
/** Nothing is told before a page is seen, and the code and the data of that page come first. */
const LateToasts = () => useAfterPaint() && <Toasts />;

const to = await acceptSignIn();
if (to !== undefined) await router.navigate({ href: to, replace: true });

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
        <LateToasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
