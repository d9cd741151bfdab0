import type { FastifyRequest } from 'fastify';
import { networkOf } from '../auth/networks.ts';

/** For whom a request counts: its user, or where it comes from while nobody has said who they are. */
export const subjectOf = (request: FastifyRequest): string => request.caller?.userId ?? networkOf(request.ip);
