import * as z from 'zod';
import { limits } from './limits.ts';

/**
 * Normalizes an email address for storage and comparison. Lower case, because nobody has two accounts that differ only
 * in case.
 */
export const foldedEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

export const Email = z
  .string()
  .transform(foldedEmail)
  .pipe(z.email('must be an email address').max(limits.email, `must be at most ${limits.email} characters`));

export const UserRole = z.enum(['admin', 'member'], 'must be admin or member');

const characters = (password: string) => password.normalize('NFC').match(/./gsu)?.length ?? 0;

/** Any text: composition rules make passwords worse (NIST SP 800-63B). */
export const Password = z
  .string()
  .refine((password) => password.isWellFormed() && !password.includes('\0'), 'must be text')
  .refine(
    (password) => characters(password) >= limits.passwordLeast && characters(password) <= limits.passwordMost,
    `must be ${limits.passwordLeast} to ${limits.passwordMost} characters`,
  );
