import type { UserAccount } from '../../../schemas/users.ts';

export type Role = UserAccount['role'];

export const roleOptions: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Administrator' },
];
