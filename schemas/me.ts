import * as z from 'zod';
import { Password } from './accounts.ts';
import { pageInput, pageOutput, Timestamp, Title } from './common.ts';
import { limits } from './limits.ts';
import { operation, scopes } from './operation.ts';

const CurrentPassword = z
  .string()
  .min(1)
  .max(4 * limits.passwordMost);

const days = `must be 1 to ${limits.tokenDaysMost} days`;

export const me = {
  get: operation({
    summary: 'Who the caller is',
    scope: 'workspace.read',
    http: 'GET /api/workspace/me',
    input: () => z.strictObject({}),
    output: () =>
      z.object({
        userId: z.string(),
        name: z.string(),
        organization: z.object({ id: z.string(), name: z.string() }),
        scopes: z.array(z.enum(scopes)),
        maxUploadBytes: z.int(),
      }),
  }),
  setPassword: operation({
    summary: "Change one's own password; all sign-ins and tokens of the caller end, this one too",
    scope: 'workspace.write',
    http: 'PUT /api/workspace/me/password',
    problems: ['forbidden'],
    example: { currentPassword: 'correct horse', password: 'correct horse battery staple' },
    input: () =>
      z.strictObject({
        currentPassword: CurrentPassword,
        password: Password,
      }),
    output: () => z.object({ changed: z.literal(true) }),
  }),
  signOut: operation({
    summary: "End all of one's own sign-ins and tokens, this one too",
    scope: 'workspace.write',
    http: 'POST /api/workspace/me/sign-out',
    input: () => z.strictObject({}),
    output: () => z.object({ signedOut: z.literal(true) }),
  }),
};

/** A browser where a person is signed in, an application that acts for them, or a token of theirs. */
export const SignIn = z.object({
  id: z.string(),
  type: z.enum(['application', 'browser', 'token']),
  client: z.object({ id: z.string(), name: z.string() }).optional().describe('Applications only'),
  name: z.string().optional().describe('Tokens only: the name that it was given'),
  scopes: z.array(z.enum(scopes)).optional().describe('Applications and tokens only: what it may do'),
  current: z.literal(true).optional().describe('The sign-in of the app that asks'),
  since: Timestamp,
  expiresAt: Timestamp,
});
export type SignIn = z.infer<typeof SignIn>;

export const signIns = {
  list: operation({
    summary: 'Where the caller is signed in: applications, browsers and named tokens',
    scope: 'workspace.read',
    http: 'GET /api/workspace/me/sign-ins',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ signIns: z.array(SignIn), ...pageOutput }),
  }),
  makeToken: operation({
    summary: "Make an access token for a program of one's own; needs the password",
    scope: 'workspace.write',
    http: 'POST /api/workspace/me/tokens',
    problems: ['forbidden'],
    status: 201,
    location: '/api/workspace/me/sign-ins/{id}',
    example: {
      name: 'Nightly report',
      scopes: ['workspace.read'],
      expiresInDays: 30,
      currentPassword: 'correct horse',
    },
    input: () =>
      z.strictObject({
        name: Title.describe('The purpose of the token'),
        scopes: z
          .array(z.enum(scopes))
          .min(1, 'must name a scope')
          .max(scopes.length)
          .describe("Its rights, never more than those of the caller's own sign-in"),
        expiresInDays: z.int(days).min(1, days).max(limits.tokenDaysMost, days),
        currentPassword: CurrentPassword,
      }),
    output: () =>
      z.object({ signIn: SignIn, token: z.string().describe('The access token. It is answered here alone.') }),
  }),
  end: operation({
    summary: "End one of one's own sign-ins, with its tokens; harmless to repeat",
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/me/sign-ins/{signInId}',
    input: () => z.strictObject({ signInId: z.string().min(1).max(limits.identifier).describe('ID of the sign-in') }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};
