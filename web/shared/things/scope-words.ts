import type { Scope } from '../../../schemas/operation.ts';

const words: Readonly<Record<Scope, string>> = {
  'workspace.read': 'read',
  'workspace.write': 'write',
  'workspace.query': 'ask questions',
  'workspace.admin': 'administer',
};

/** The scopes of a list that blanks separate. */
export const scopesIn = (list: string): Scope[] => list.split(' ').filter((word): word is Scope => word in words);

const list = new Intl.ListFormat('en');

/** The rights that these scopes give, in words. */
export const scopeWords = (scopes: readonly Scope[]): string => list.format(scopes.map((scope) => words[scope]));
