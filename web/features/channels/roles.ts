import type { Member } from '../../../schemas/channels.ts';

export type Role = Member['role'];

/** The rights of a member, in words. */
export const roleWords: Record<Role, string> = {
  reader: 'Reads',
  writer: 'Reads and writes',
  manager: 'Manages',
};

export const roleOptions = Object.entries(roleWords).map(([value, label]) => ({ value: value as Role, label }));
