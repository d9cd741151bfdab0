import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Choice } from '../choice.tsx';
import styles from '../inputs.module.css';
import { textIn } from '../inputs.tsx';
import type { TypingProps } from '../kind.ts';
import { choiceIn, choicesFor } from '../reading.ts';

/** One of the choices, sought by the letters of its label. Without one that fits, the text is the value. */
export function SoughtChoice({ field, value, set, done, control }: TypingProps) {
  const [text, setText] = useState(textIn(value));
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = choicesFor(text, field);
  const chosen = found[active];
  useEffect(() => set(text.trim() === '' ? null : (chosen?.key ?? choiceIn(text, field))));
  useEffect(() => {
    list.current?.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => keptBeside(list.current!), []);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || found.length === 0) return;
    event.preventDefault();
    setActive((active + by + found.length) % found.length);
  };
  return (
    <>
      <input
        type="text"
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        autoComplete="off"
        value={text}
        spellCheck={false}
        {...control}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} popover="manual" className={styles.sought}>
        <div role="listbox" id={id} aria-label={`Choices of ${field.label}`}>
          {found.map(({ key }, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The keys belong to the text.
            <div
              key={key}
              id={`${id}-${key}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => done(key)}
            >
              <Choice value={key} shape={field} />
            </div>
          ))}
        </div>
        {found.length === 0 && <p role="status">No choice has these letters.</p>}
      </div>
    </>
  );
}

/** Keeps a list below the text before it while the page scrolls, or above where there is more room. */
function keptBeside(list: HTMLElement): () => void {
  const place = () => {
    const { left, top, bottom, width } = list.previousElementSibling!.getBoundingClientRect();
    const isBelow = bottom + list.offsetHeight < innerHeight || top < innerHeight - bottom;
    list.style.left = `${left}px`;
    list.style.minWidth = `${width}px`;
    list.style.top = isBelow ? `${bottom}px` : 'auto';
    list.style.bottom = isBelow ? 'auto' : `${innerHeight - top}px`;
  };
  list.showPopover();
  place();
  addEventListener('scroll', place, true);
  addEventListener('resize', place);
  return () => {
    removeEventListener('scroll', place, true);
    removeEventListener('resize', place);
  };
}
