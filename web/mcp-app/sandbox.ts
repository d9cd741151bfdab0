import { options } from 'preact';

const mark = 'data-focus';

/** Makes controls and forms work in a frame that may neither take the focus by itself nor submit. */
export function settleInSandbox(): void {
  focusByHand();
  document.addEventListener('keydown', (event) => {
    const { target, key, isComposing } = event;
    if (target instanceof HTMLInputElement && key === 'Enter' && !isComposing) submit(event, target.form);
  });
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.type === 'submit') submit(event, button.form);
  });
}

/** The browser blocks the event of a form here, and an app listens to it. */
function submit(event: Event, form: HTMLFormElement | null): void {
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  if (form.reportValidity()) form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
}

/** The browser blocks `autofocus` here, and lets a script give the focus once the person has acted. */
function focusByHand(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    const props = node.props as Record<string, unknown>;
    if (typeof node.type === 'string' && 'autoFocus' in props) {
      if (props['autoFocus'] === true) props[mark] = '';
      delete props['autoFocus'];
    }
    before?.(node);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        const control = node.hasAttribute(mark) ? node : node.querySelector<HTMLElement>(`[${mark}]`);
        control?.focus();
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
