import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { Mentionable } from './mentionable.ts';

const shownAtMost = 8;

interface Looking {
  /** Where the word begins, at its `@` or `#`. */
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly active: number;
}

export interface SuggestionList {
  readonly id: string;
  readonly found: readonly Mentionable[];
  readonly active: number;
  readonly pick: (mention: Mentionable) => void;
}

/**
 * Suggests what may be named while a word that begins with `@` or `#` is typed. Names that become known after the last key
 * are suggested too.
 */
export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  all: readonly Mentionable[],
  onPick: (text: string, mention: Mentionable) => void,
) {
  const id = useId();
  const [looking, setLooking] = useState<Looking>();
  const found = looking ? matching(all, looking.word) : [];
  const active = Math.min(looking?.active ?? 0, found.length - 1);
  const close = () => setLooking(undefined);

  const look = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const [, word] = /(?:^|[\s(])([@#][^@#\n]{0,40})$/.exec(value.slice(0, selectionStart)) ?? [];
    setLooking(word ? { start: selectionStart - word.length, end: selectionStart, word, active: 0 } : undefined);
  };

  const pick = (mention: Mentionable) => {
    const element = field.current!;
    const text = `${element.value.slice(0, looking!.start)}${mention.text} `;
    onPick(text + element.value.slice(looking!.end), mention);
    close();
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(text.length, text.length);
    });
  };

  /** Says whether the key was for the suggestions. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!looking || found.length === 0) return false;
    const keys: Record<string, () => void> = {
      ArrowDown: () => setLooking({ ...looking, active: (active + 1) % found.length }),
      ArrowUp: () => setLooking({ ...looking, active: (active + found.length - 1) % found.length }),
      Enter: () => pick(found[active]!),
      Tab: () => pick(found[active]!),
      Escape: close,
    };
    const run = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!run) return false;
    event.preventDefault();
    run();
    return true;
  };

  const list: SuggestionList | undefined = looking && found.length > 0 ? { id, found, active, pick } : undefined;
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-controls': list && id,
    'aria-activedescendant': list && `${id}-${active}`,
  } as const;
  return { list, attributes, look, close, onKeyDown };
}

function matching(all: readonly Mentionable[], word: string): Mentionable[] {
  const sign = word[0]!;
  const sought = word.slice(1).toLowerCase();
  return all
    .filter(({ text }) => text.startsWith(sign))
    .filter(({ text }) => {
      const name = text.slice(1).toLowerCase();
      return name.startsWith(sought) || name.includes(` ${sought}`);
    })
    .slice(0, shownAtMost);
}
