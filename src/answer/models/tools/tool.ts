import { jsonSchema, tool as libraryTool, type Tool } from 'ai';
import * as z from 'zod';
import { WorkspaceError } from '../../../../schemas/errors.ts';
import { inputOf } from '../../../../schemas/input.ts';
import type { Desk } from '../desk.ts';
import { ModelFailure } from '../model.ts';

/** A tool for models. It returns our own text, in which text of the workspace is marked. */
export interface ModelTool<Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** It reads nothing, and stays available when the reading budget is used up. */
  readonly isEnd?: true;
  run(desk: Desk, input: z.output<Input>): Promise<string>;
}

export const modelTool = <Input extends z.ZodType>(declared: ModelTool<Input>): ModelTool => declared;

const noRoom = 'You have read as much as one question may. Answer from that.';

/** The tool in the library's form. Input is checked here, because the library's refusals would repeat all of it. */
export function atDesk({ description, input: schema, isEnd, run }: ModelTool, desk: Desk): Tool {
  const { bounds, marking } = desk;
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return libraryTool({
    description,
    inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]),
    async execute(input) {
      bounds.call();
      if (!isEnd && !bounds.hasRoom) return noRoom;
      const result = await attempt(() => run(desk, inputOf(schema, input)));
      bounds.read(result.length);
      return result;
    },
  });

  /** A refusal tells the model what to do. It may repeat text of the workspace. */
  async function attempt(work: () => Promise<string>): Promise<string> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkspaceError)) return bounds.stop(asDefect(error));
      if (error.code === 'invalid_request') bounds.mistake();
      return `Refused.\n${marking.mark({ type: 'refusal' }, error.message)}`;
    }
  }
}

const asDefect = (error: unknown) =>
  error instanceof ModelFailure ? error : new ModelFailure('defect', { cause: error });
