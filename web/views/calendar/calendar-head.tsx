import { Button, IconButton } from '../../ui/button.tsx';
import { today } from './days.ts';
import { dayAfter, isNow, type Look, looks, rangeWords, stepWords } from './looks.ts';
import styles from './calendar-view.module.css';

interface CalendarHeadProps {
  readonly look: Look;
  readonly day: string;
  readonly show: (look: Look, day: string) => void;
}

const labels: Record<Look, string> = { month: 'Month', week: 'Week', day: 'Day', list: 'List' };

/** The days that are shown, the way to others, and how to look at them. */
export function CalendarHead({ look, day, show }: CalendarHeadProps) {
  const step = stepWords(look);
  return (
    <header className={styles.head}>
      <h2 aria-live="polite" className={styles.month}>
        {rangeWords(look, day)}
      </h2>
      <IconButton label={`Show the ${step} before`} icon="left" onClick={() => show(look, dayAfter(look, day, -1))} />
      <IconButton label={`Show the ${step} after`} icon="right" onClick={() => show(look, dayAfter(look, day, 1))} />
      <Button look="quiet" onClick={() => show(look, today())} disabled={isNow(look, day)}>
        {look === 'day' ? 'Show today' : `Show this ${step}`}
      </Button>
      <div className={styles.looks} role="group" aria-label="How to look at it">
        {looks.map((one) => (
          <button key={one} type="button" aria-pressed={one === look} onClick={() => show(one, around(day, look))}>
            {labels[one]}
          </button>
        ))}
      </div>
    </header>
  );
}

/** From a month that holds today, one comes to today's week. */
const around = (day: string, look: Look): string => (isNow(look, day) ? today() : day);
