import type { Via } from '../../schemas/common.ts';
import styles from './person.module.css';
import { Link } from './link.tsx';
import { Shown } from './shown.tsx';

interface PersonProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly via?: Via | undefined;
}

/** A person's name, and through what they acted. An agent has a mark of its own, a shape and its name. */
export const Person = ({ person, via }: PersonProps) => (
  <span>
    <Link to={`/people/${person.id}`} className={styles.name}>
      <Shown text={person.name} />
    </Link>
    {via && <Through via={via} />}
  </span>
);

/** Through what a change came, with a blank before it. The app itself is not worth a word. */
export function Through({ via }: { via: Via }) {
  const words = throughWords(via);
  if (words === undefined) return null;
  return (
    <span className={styles.through}>
      {' '}
      {via.agent && <AgentMark />}
      via <Shown text={words} />
    </span>
  );
}

const interfaces: Record<Via['interface'], string | undefined> = {
  app: undefined,
  cli: 'command line',
  api: 'API',
  mcp: 'an agent',
};

const throughWords = ({ interface: through, agent }: Via): string | undefined => agent?.name ?? interfaces[through];

const AgentMark = () => (
  <svg width="10" height="10" viewBox="0 0 10 10" className={styles.mark} aria-hidden="true">
    <path d="M5 0.5 9.5 5 5 9.5 0.5 5z" fill="currentColor" />
  </svg>
);

/** Initials in a square, decorative beside the name. An agent's is a diamond. */
export function Avatar({ name, isAgent = false }: { name: string; isAgent?: boolean | undefined }) {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  return (
    <span className={isAgent ? `${styles.avatar} ${styles.agent}` : styles.avatar} aria-hidden="true">
      <span>{`${Array.from(first)[0] ?? '?'}${Array.from(second)[0] ?? ''}`.toUpperCase()}</span>
    </span>
  );
}
