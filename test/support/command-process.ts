import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** A command for the built program, and everything that it takes from its process. */
export interface Asked {
  readonly executable: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: string | Uint8Array;
  /** Written to both streams when the command is over. */
  readonly end: string;
}

process.on('message', (asked: Asked) => void run(asked));
process.once('disconnect', () => process.exit());

async function run({ executable, args, folder, environment, input, end }: Asked): Promise<void> {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  process.argv = [process.execPath, executable, ...args];
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  const program = pathToFileURL(join(dirname(executable), '../dist/main.js')).href;
  const { main } = (await import(program)) as { main(argv: readonly string[]): Promise<void> };
  await main(process.argv);
  process.stdout.removeAllListeners('error');
  process.stdout.write(end);
  process.stderr.write(end);
  process.send!(process.exitCode ?? 0);
}
