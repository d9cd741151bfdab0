import { useEffect, useRef, useState } from 'react';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  /** The words of the address. */
  readonly q: string;
  readonly search: (words: string) => void;
  /** Whether typing goes there as soon as the page opens. */
  readonly isFocused?: boolean;
}

/** A field whose words go into the address while they are typed. */
export function SearchField({ label, q, search, isFocused = false }: SearchFieldProps) {
  const [words, setWords] = useState(q);
  const sent = useRef(q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setWords(q);
  }, [q]);
  useEffect(() => {
    if (!isFocused) return;
    // The frame focuses the page when somebody arrives, and the field comes after it.
    const later = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(later);
  }, [isFocused]);
  return (
    <input
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      className={styles.field}
      value={words}
      onChange={({ target: { value } }) => {
        sent.current = value;
        setWords(value);
        search(value);
      }}
    />
  );
}
