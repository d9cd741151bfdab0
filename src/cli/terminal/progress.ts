import { styleText } from 'node:util';
import { shownOnLine } from '../../../schemas/shown.ts';
import { sizeOf } from './output.ts';
import { cut } from './table.ts';

/** The progress of a transfer: a bar on a terminal, nothing elsewhere. */
export interface Progress {
  /** Reports the bytes transferred so far. */
  reach(bytes: number): void;
  end(): void;
}

const width = 30;
/** Narrower terminals show no bar, because it would leave too little room. */
const narrow = 60;
const everyMs = 100;

export function progressOf(what: string, total: number): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { reach() {}, end() {} };
  let [done, drawnAt] = [0, 0];
  const draw = () => {
    drawnAt = Date.now();
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const [columns, figures] = [stderr.columns || 80, `${Math.floor(share * 100)} % of ${sizeOf(total)}`];
    const bar = columns < narrow ? '' : barOf(share);
    const room = columns - figures.length - 2 - (bar === '' ? 0 : width + 1);
    const named = [cut(shownOnLine(what), Math.max(1, room)), bar].filter((part) => part !== '').join(' ');
    stderr.write(`\r\u001b[2K${named} ${cut(figures, columns - 3)}`);
  };
  return {
    reach(bytes) {
      done = bytes;
      if (Date.now() - drawnAt >= everyMs) draw();
    },
    end() {
      draw();
      stderr.write('\n');
    },
  };
}

function barOf(share: number): string {
  const full = Math.round(share * width);
  const options = { stream: process.stderr };
  return styleText('green', '█'.repeat(full), options) + styleText('dim', '░'.repeat(width - full), options);
}
