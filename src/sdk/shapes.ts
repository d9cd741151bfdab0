import type { Problem } from '../../schemas/problem.ts';
import type { Promised } from './table.ts';

/** Whether a value has every promised field of the right kind. Other and nested fields are not checked. */
export const keeps = (value: unknown, promised: Promised): boolean =>
  isObject(value) && Object.entries(promised).every(([name, kind]) => isOfKind(value[name], kind));

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isObject(value);
  const isBasic = kind === 'string' || kind === 'number' || kind === 'boolean';
  return isBasic ? typeof value === kind : value !== undefined && value !== null;
}

/** Whether a value has the shape of a workspace's problem. */
export function isProblem(value: unknown): value is Problem {
  if (!isObject(value)) return false;
  const { code, detail, requestId, errors, maxBytes, current, conflicts, count, candidates, changes } = value;
  return (
    typeof code === 'string' &&
    typeof detail === 'string' &&
    isTextOrNone(requestId) &&
    isTextOrNone(changes) &&
    isWholeOrNone(maxBytes) &&
    isWholeOrNone(count) &&
    (errors === undefined || (Array.isArray(errors) && errors.every(isFieldError))) &&
    (current === undefined || isCurrentVersion(current)) &&
    (candidates === undefined || (Array.isArray(candidates) && candidates.every(isCandidate))) &&
    (conflicts === undefined || (Array.isArray(conflicts) && conflicts.every(isCurrentVersion)))
  );
}

const isFieldError = (value: unknown): boolean => keeps(value, { path: 'string', message: 'string' });

const isCandidate = (value: unknown): boolean => keeps(value, { id: 'string', name: 'string' });

const isCurrentVersion = (value: unknown): boolean =>
  isObject(value) &&
  keeps(value, { versionNumber: 'number', updatedAt: 'string' }) &&
  keeps(value.updatedBy, { id: 'string', name: 'string' }) &&
  isTextOrNone(value.versionId) &&
  isTextOrNone(value.id);

const isWholeOrNone = (value: unknown): boolean => value === undefined || Number.isSafeInteger(value);

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
