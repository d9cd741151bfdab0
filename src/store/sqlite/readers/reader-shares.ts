import { availableParallelism } from 'node:os';

/** Reader processes at once. They share the processors; at least three, so that nobody has all. */
export const mostReaders = Math.max(3, availableParallelism());

/** The most readers of one organization. One is always left to the others. */
export const mostReadersOfOrganization = mostReaders - 1;

/** The most readers of one user. One is left to others of the organization. */
export const mostReadersOfUser = mostReaders - 2;
