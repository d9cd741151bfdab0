import * as z from 'zod';
import { InterfaceType, Via } from './common.ts';

const FieldError = z.object({
  path: z.string().describe('JSON Pointer into the body, or the name of the parameter'),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

const CurrentVersion = z.object({
  id: z.string().optional().describe('With a batch: the record'),
  versionId: z.string().optional().describe('Artifacts and Views only'),
  versionNumber: z.int(),
  updatedAt: z.string(),
  updatedBy: z.object({ id: z.string(), name: z.string() }),
  interfaceType: InterfaceType.optional(),
  via: Via.optional(),
});

export const Candidate = z.object({
  id: z.string(),
  key: z.string().optional().describe('Slug, key or address, if it has one'),
  name: z.string(),
});
export type Candidate = z.infer<typeof Candidate>;

/** Fields of a problem beyond its code and detail. */
export const ProblemExtras = z.object({
  errors: z.array(FieldError).optional(),
  maxBytes: z.int().optional().describe('With too_large: the limit in bytes'),
  current: CurrentVersion.optional().describe('With version_conflict: the version that stands now'),
  conflicts: z
    .array(CurrentVersion)
    .optional()
    .describe('With version_conflict of a batch: the versions of all records that changed'),
  count: z.int().optional().describe('With count_changed: how many records the filter finds now'),
  candidates: z
    .array(Candidate)
    .optional()
    .describe(
      'With ambiguous: what has this name. Else what has a name that begins like an unknown one. As far as the caller may see it',
    ),
  changes: z
    .string()
    .optional()
    .describe('With version_conflict: a unified diff from the cited version to the current one'),
});
export type ProblemExtras = z.infer<typeof ProblemExtras>;
