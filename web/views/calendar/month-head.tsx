import { Button, IconButton } from '../../ui/button.tsx';
import { today } from './days.ts';
import styles from './calendar-view.module.css';

interface MonthHeadProps {
  readonly month: string;
  readonly show: (month: string) => void;
  readonly move: (months: number) => void;
}

const words = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

const monthWords = (month: string): string => words.format(new Date(`${month}-01T00:00:00Z`));

/** The month that is shown, and the way to others. */
export function MonthHead({ month, show, move }: MonthHeadProps) {
  const current = today().slice(0, 7);
  return (
    <header className={styles.head}>
      <h2 aria-live="polite" className={styles.month}>
        {monthWords(month)}
      </h2>
      <IconButton label="Show the month before" icon="left" onClick={() => move(-1)} />
      <IconButton label="Show the month after" icon="right" onClick={() => move(1)} />
      <Button look="quiet" onClick={() => show(current)} disabled={month === current}>
        Show this month
      </Button>
    </header>
  );
}
