import { useConnection } from '../data/connection.ts';
import styles from './lost.module.css';

/** Tells that the gateway cannot be reached. The page goes on by itself once it can. */
export const Lost = () => (
  <div role="status">
    {useConnection() === 'lost' && (
      <p className={styles.lost}>The workspace cannot be reached. What you write is kept.</p>
    )}
  </div>
);
