/** The items of a page carry `data-item`. */
const current = () => document.activeElement?.closest('[data-item]');

/** Moves the focus among the items of the page. */
export function move(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const index = items.findIndex((item) => item === current());
  const next = items[index === -1 ? (step === 1 ? 0 : items.length - 1) : index + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The way to the page of an item. A comment has none. */
const way = () => current()?.querySelector<HTMLElement>('[data-open]');

export const open = (): void => way()?.click();

const [pauseMs, mostPauses] = [50, 100];

/** Goes to the discussion of an item, and begins to write there once it is shown. */
export function reply(compose: () => void): void {
  const link = way();
  if (!link) return compose();
  const place = () => document.querySelector<HTMLElement>('[data-compose]');
  const before = place();
  const look = (pauses: number): void => {
    const found = place();
    if (found && found !== before) found.focus();
    else if (pauses > 0) setTimeout(look, pauseMs, pauses - 1);
  };
  link.click();
  look(mostPauses);
}
