import type { Answer } from '../../../schemas/queries.ts';
import styles from './session-page.module.css';

type Degree = Answer['confidence'];

const words: Record<Degree, { readonly name: string; readonly meaning: string }> = {
  exact: { name: 'Exact', meaning: 'Figures from the records. Every word was read.' },
  likely: { name: 'Likely', meaning: 'The most probable reading. See how it was read.' },
  supported: { name: 'Supported', meaning: 'It quotes its sources, or counts what is in the workspace.' },
  none: { name: 'Not answered', meaning: 'Nothing that you may read answers it.' },
};

/** How sure an answer is, and what that means. */
export const Confidence = ({ degree }: { degree: Degree }) => (
  <span className={styles.confidence} data-degree={degree}>
    <strong>{words[degree].name}</strong>
    <span className={styles.meaning}>{words[degree].meaning}</span>
  </span>
);
