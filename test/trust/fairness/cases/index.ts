import type { Case } from '../case.ts';
import { ofConnections } from './connections.ts';
import { ofDocuments } from './documents.ts';
import { ofEveryDay } from './everyday.ts';
import { generated } from './generated.ts';
import { ofOthers } from './others.ts';
import { ofPages } from './pages.ts';
import { ofPeople } from './people.ts';
import { ofQueries } from './queries.ts';
import { ofSources } from './sources.ts';
import { ofWords } from './words.ts';

/** Every way to make others wait that is tried. */
export const cases: readonly Case[] = [
  ...ofQueries,
  ...ofDocuments,
  ...ofOthers,
  ...ofEveryDay,
  ...ofPages,
  ...ofConnections,
  ...ofWords,
  ...ofSources,
  ...ofPeople,
  generated,
] as readonly Case[];
