import { tools } from '../../tools/index.ts';

/** The names of the tools that a host gets when nothing else is asked for, in their order. */
export const defaultTools = tools.filter(({ group }) => group === 'default').map(({ name }) => name);

/** The names in an answer to `tools/list`. */
export const namesOf = (answer: { readonly tools: readonly { readonly name: string }[] }): string[] =>
  answer.tools.map(({ name }) => name);
