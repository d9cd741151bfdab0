import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import '../ui/base.css';
import './mcp-app.css';
import { type Answered, Frame, type Stage } from './frame.tsx';
import { connect, openLink } from './host.ts';
import { applyTheme } from './theme.ts';

/** Shows the answer of a tool as an app, from the handshake with the host until the host removes it. */
export function start(title: string, Content: ComponentType<Answered>): void {
  const root = createRoot(document.getElementById('app')!);
  let input: Record<string, unknown> = {};
  let isOver = false;
  const show = (stage: Stage) => {
    if (!isOver) root.render(<Frame stage={stage} Content={Content} />);
  };
  show({ is: 'waiting' });
  document.addEventListener('click', follow);
  connect(title, {
    input: (given) => (input = given),
    result: (result) => show({ is: 'answered', input, result }),
    cancelled: (reason) => show({ is: 'cancelled', reason }),
    context: applyTheme,
    over: () => {
      isOver = true;
      root.unmount();
    },
  }).catch((error: unknown) =>
    show({ is: 'failed', sentence: `The chat did not start this app: ${(error as Error).message}` }),
  );
}

/** A frame may not go elsewhere, so the host opens what a link leads to. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const address = link?.getAttribute('href');
  if (!address || address.startsWith('#')) return;
  event.preventDefault();
  void openLink(address).catch(() => {});
}
