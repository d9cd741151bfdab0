import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import styles from './arranged-cell.module.css';
import { across, type ArrangedCellProps, heights, placed, resized, shifted, sizeOf } from './layout.ts';

/** Pixels that the corner is dragged down by until the widget has the next height. */
const heightStep = 140;

/** A widget that is dragged to its place and by its corner to its size. Arrows and buttons do the same. */
export function ArrangedCell({ look, widgets, asked, set, grid, held, hold, children }: ArrangedCellProps) {
  const { id, title } = asked;
  const { width, height } = sizeOf(asked);
  const [isOver, setOver] = useState(false);
  const index = widgets.indexOf(asked);
  const size = (wider: number, higher: number) => set(resized(widgets, id, { wider, higher }));
  const move = (by: 1 | -1) => set(shifted(widgets, id, by));
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = event.shiftKey
      ? {
          ArrowLeft: () => size(-1, 0),
          ArrowRight: () => size(1, 0),
          ArrowUp: () => size(0, -1),
          ArrowDown: () => size(0, 1),
        }
      : { ArrowLeft: () => move(-1), ArrowUp: () => move(-1), ArrowRight: () => move(1), ArrowDown: () => move(1) };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const corner = useCorner((dx, dy) => {
    const column = (grid.current?.clientWidth ?? 0) / across;
    const [wider, higher] = [Math.round(dx / column), Math.round(dy / heightStep)];
    if (wider !== 0 || higher !== 0) size(wider, higher);
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows move and size it, and so do buttons.
    <div
      {...look}
      data-over={isOver || undefined}
      className={`${look.className} ${styles.arranged}`}
      role="group"
      aria-label={`${title}: place ${index + 1} of ${widgets.length}, ${width} of ${across} wide, ${height}`}
      tabIndex={0}
      draggable
      onKeyDown={press}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', '');
        hold(id);
      }}
      onDragOver={(event) => {
        if (held === undefined || held === id) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (held !== undefined) set(placed(widgets, held, id));
        hold(undefined);
      }}
      onDragEnd={() => hold(undefined)}
    >
      <div className={styles.tools}>
        <IconButton label={`Move ${title} back`} icon="left" disabled={index === 0} onClick={() => move(-1)} />
        <IconButton
          label={`Move ${title} on`}
          icon="right"
          disabled={index === widgets.length - 1}
          onClick={() => move(1)}
        />
        <Button look="quiet" aria-label={`Make ${title} narrower`} disabled={width === 1} onClick={() => size(-1, 0)}>
          −
        </Button>
        <Button look="quiet" aria-label={`Make ${title} wider`} disabled={width === across} onClick={() => size(1, 0)}>
          +
        </Button>
        <IconButton
          label={`Make ${title} lower`}
          icon="up"
          disabled={height === heights[0]}
          onClick={() => size(0, -1)}
        />
        <IconButton
          label={`Make ${title} higher`}
          icon="down"
          disabled={height === heights.at(-1)}
          onClick={() => size(0, 1)}
        />
      </div>
      <div className={styles.shown} inert>
        {children}
      </div>
      <span className={styles.corner} aria-hidden="true" draggable={false} {...corner} />
    </div>
  );
}

/** Tells how far a corner was dragged, once it is let go. */
function useCorner(done: (dx: number, dy: number) => void) {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (from.current) done(clientX - from.current.x, clientY - from.current.y);
      from.current = undefined;
    },
  };
}
