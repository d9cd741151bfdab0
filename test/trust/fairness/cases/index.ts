import type { Case } from '../case.ts';
import { ofConnections } from './connections.ts';
import { ofDocuments } from './documents.ts';
import { generated } from './generated.ts';
import { ofOthers } from './others.ts';
import { ofQueries } from './queries.ts';

/** Every way to make others wait that is tried. */
export const cases: readonly Case[] = [
  ...ofQueries,
  ...ofDocuments,
  ...ofOthers,
  ...ofConnections,
  generated,
] as readonly Case[];
