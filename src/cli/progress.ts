import { sizeOf, styled } from './output.ts';
import { shownOnLine } from '../../schemas/shown.ts';

/** How far a file is on its way: a bar on a terminal, nothing elsewhere. */
export interface Progress {
  /** So many bytes are through. */
  reach(bytes: number): void;
  end(): void;
}

const width = 30;
const everyMs = 100;

export function progressOf(what: string, total: number): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { reach() {}, end() {} };
  let [done, drawnAt] = [0, 0];
  const draw = () => {
    drawnAt = Date.now();
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const full = Math.round(share * width);
    const bar = styled('green', '█'.repeat(full), stderr) + styled('dim', '░'.repeat(width - full), stderr);
    stderr.write(`\r\u001b[2K${shownOnLine(what)} ${bar} ${Math.floor(share * 100)} % of ${sizeOf(total)}`);
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
