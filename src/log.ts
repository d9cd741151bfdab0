import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { limits } from '../schemas/limits.ts';

/** Names under which credentials travel. */
const secrets = ['authorization', 'cookie', 'password', 'token', 'refresh_token', 'client_secret'];

/** JSON lines on stderr. Fields that could carry a credential are never written. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: timeNow,
      redact: secrets.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
      serializers: { err: pino.stdSerializers.err },
    },
    standardError(),
  );
}

let toldSecond = 0;
let upToSecond = '';

/** The time as pino writes it. The part up to the second is kept, because each request has a line. */
function timeNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (second !== toldSecond) {
    toldSecond = second;
    upToSecond = new Date(now).toISOString().slice(0, -'000Z'.length);
  }
  return `,"time":"${upToSecond}${String(now % 1_000).padStart(3, '0')}Z"`;
}

let made: DestinationStream | undefined;

/**
 * Writes lines to stderr and never waits for it. A line that does not fit is dropped, and a later line counts the
 * dropped ones.
 */
function standardError(): DestinationStream {
  made ??= hasReader() ? toStream() : toFile();
  return made;
}

function hasReader(): boolean {
  const status = fstatSync(process.stderr.fd);
  return status.isFIFO() || status.isSocket() || process.stderr.isTTY;
}

/** Lines wait for their reader up to a limit. */
function toStream(): DestinationStream {
  const { stderr } = process;
  const destination = new Dropping((line) => {
    const waiting = stderr.writableLength + Buffer.byteLength(line);
    if (stderr.destroyed || waiting > limits.logBytesWaiting) return false;
    stderr.write(line);
    return true;
  });
  stderr.on('drain', () => destination.tellDropped());
  // A reader that is gone is told nothing.
  stderr.on('error', () => {});
  return destination;
}

/** The disk may be full, and have room again later. */
function toFile(): DestinationStream {
  let isCut = false;
  return new Dropping((line) => {
    const whole = isCut ? `\n${line}` : line;
    let written = 0;
    try {
      written = writeSync(process.stderr.fd, whole);
      for (const length = Buffer.byteLength(whole); written < length; )
        written += writeSync(process.stderr.fd, Buffer.from(whole), written);
      isCut = false;
      return true;
    } catch {
      isCut ||= written > 0;
      return false;
    }
  });
}

class Dropping implements DestinationStream {
  /** Writes a line, or returns false. */
  readonly #tryToWrite: (line: string) => boolean;
  #dropped = 0;

  constructor(tryToWrite: (line: string) => boolean) {
    this.#tryToWrite = tryToWrite;
  }

  write(line: string): void {
    this.tellDropped();
    if (this.#dropped > 0 || !this.#tryToWrite(line)) this.#dropped += 1;
  }

  tellDropped(): void {
    if (this.#dropped > 0 && this.#tryToWrite(droppedLine(this.#dropped))) this.#dropped = 0;
  }
}

const warning = 40;

function droppedLine(dropped: number): string {
  const msg = 'lines of the log were dropped, since there was no room for them';
  return `${JSON.stringify({ level: warning, time: new Date().toISOString(), dropped, msg })}\n`;
}
