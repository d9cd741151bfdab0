import { Icon } from '../ui/icon.tsx';
import { Shown } from '../ui/shown.tsx';
import styles from './composer.module.css';
import type { SuggestionList } from './use-suggestions.ts';

/** The names that fit what is typed. The focus stays in the text. */
export function Suggestions({ of: { list } }: { of: { readonly list: SuggestionList | undefined } }) {
  if (!list) return null;
  return (
    <div className={styles.suggestions} role="listbox" id={list.id} aria-label="Names">
      {list.found.map((mention, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The keys belong to the text.
        <div
          key={mention.kind + mention.id}
          id={`${list.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === list.active}
          className={styles.suggestion}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => list.pick(mention)}
        >
          <Icon name={mention.icon} />
          <Shown text={mention.text.slice(1)} />
        </div>
      ))}
    </div>
  );
}
