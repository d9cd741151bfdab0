import type * as z from 'zod';
import type { Contract } from '../../../schemas/index.ts';
import type { Operation } from '../../../schemas/operation.ts';
import type { Context } from './context.ts';

type Handler<Declared> =
  Declared extends Operation<infer Input, infer Output>
    ? (context: Context, input: z.output<Input>) => Promise<z.input<Output>>
    : never;

/** The handlers of a resource: a function for each operation of its table. */
export type Handlers<Group extends keyof Contract> = {
  readonly [Name in keyof Contract[Group]]: Handler<Contract[Group][Name]>;
};
