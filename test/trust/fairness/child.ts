import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stop } from '../../support/product.ts';

interface Reply {
  readonly result?: unknown;
  readonly failure?: string;
}

/** A process of the trial's own that does what it is told, one thing after the other. */
export class Child<Commands extends Record<string, (input: never) => Promise<unknown>>> {
  readonly #process: ChildProcess;

  /** The module must call `obey`. */
  constructor(module: URL) {
    this.#process = fork(module);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  async tell<Name extends keyof Commands & string>(
    command: Name,
    input: Parameters<Commands[Name]>[0],
  ): Promise<Awaited<ReturnType<Commands[Name]>>> {
    this.#process.send({ command, input });
    const ended = once(this.#process, 'exit').then(([status]) => ({ failure: `ended with status ${String(status)}` }));
    const answered = once(this.#process, 'message').then(([message]) => message as Reply);
    const { result, failure } = await Promise.race([answered, ended as Promise<Reply>]);
    if (failure !== undefined) throw new Error(`${command}: ${failure}`);
    return result as Awaited<ReturnType<Commands[Name]>>;
  }

  async end(): Promise<void> {
    await stop(this.#process, 'SIGKILL');
  }
}

/** Carries out what the parent tells this process, and answers with what came of it. */
export function obey(commands: Record<string, (input: never) => Promise<unknown>>): void {
  process.on('message', ({ command, input }: { command: string; input: never }) => {
    commands[command]!(input).then(
      (result) => process.send!({ result }),
      (error: Error) => process.send!({ failure: error.stack }),
    );
  });
}
