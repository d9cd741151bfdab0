import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { type Action, shortcuts } from './keys.ts';
import { letterKeys } from './letter-keys.ts';

const loadItems = () => import('./items.ts');

const inItems = (act: (items: Awaited<ReturnType<typeof loadItems>>) => void) => void loadItems().then(act);

/** These keys act on a chosen item only. Elsewhere the browser handles them. */
const ofChosen: ReadonlySet<Action> = new Set(['open', 'reply', 'leave']);

/** The item of a feed that has the focus as a whole. */
const chosen = () => document.querySelector<HTMLElement>('article[data-item]:focus');

/** Opens what floats above every page. */
export type OpenOverlay = (overlay: 'palette' | 'shortcuts') => void;

/** Makes the shortcuts work, except while the person types or a dialog is open. */
export function useKeys(open: OpenOverlay): void {
  const navigate = useNavigate();
  useEffect(() => {
    const actions: Record<Action, () => void> = {
      palette: () => open('palette'),
      shortcuts: () => open('shortcuts'),
      search: () => {
        if (!focusSearch()) void navigate({ to: '/search' });
      },
      inbox: () => void navigate({ to: '/inbox' }),
      activity: () => void navigate({ to: '/activity' }),
      trash: () => void navigate({ to: '/trash' }),
      compose,
      edit: () => document.querySelector<HTMLElement>('[data-edit]')?.click(),
      next: () => inItems(({ move }) => move(1)),
      previous: () => inItems(({ move }) => move(-1)),
      open: () => inItems(({ open }) => open()),
      reply: () => inItems(({ reply }) => reply(compose)),
      leave: () => chosen()?.blur(),
    };
    void loadItems();
    const bindings = shortcuts.map(({ keys, action }) => {
      const run = (event: KeyboardEvent) => {
        if (action !== 'palette' && (!letterKeys.areOn() || isTaken(event) || (ofChosen.has(action) && !chosen())))
          return;
        event.preventDefault();
        actions[action]();
      };
      return [keys === '?' ? 'Shift+?' : keys, run] as const;
    });
    return tinykeys(window, Object.fromEntries(bindings));
  }, [navigate, open]);
}

/** Focuses the page's field for writing. A page without one opens its control for adding something. */
function compose(): void {
  const place = document.querySelector<HTMLElement>('[data-compose]');
  if (place) return place.focus();
  const control = document.querySelector<HTMLElement>('[data-create]');
  control?.focus();
  control?.click();
}

/** Focuses the search field, and returns whether the page has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('search input[type="search"]');
  field?.focus();
  return field !== null;
}

/** Whether a key belongs to a text field or to an overlay. */
function isTaken(event: KeyboardEvent): boolean {
  // A text for writing is in a shadow root, behind which its events seem to come from the root's host.
  const [target] = event.composedPath();
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return isTyping || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
