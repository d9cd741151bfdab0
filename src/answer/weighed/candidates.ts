import type { Work } from '../../turns/turn.ts';
import { isContent } from '../language/accounting.ts';
import type { Frame } from '../free/frame.ts';
import { fillers, recordNouns, turning } from '../free/lexicon.ts';
import type { Condition } from '../free/values.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Shape } from './descriptions.ts';
import { after, type Before, isSameTable, shapesAfter } from './following.ts';
import { isSpecial } from './free.ts';
import type { Parts, World } from './parts.ts';
import { shapesOf } from './shapes.ts';
import { differencesOf, havingsOf, sharesOf } from './special.ts';

/** Readings of a question beside one table. Each is a world and a shape, and what is left of the words. */
export interface Beside {
  readonly subject: Subject;
  readonly worlds: readonly World[];
  readonly shapes: readonly Shape[];
  /** Names that describe each word where nothing reads it. */
  readonly left: readonly (readonly string[])[];
  /** Names that describe all readings of the table. */
  readonly features: readonly string[];
  /** A reading by rules. */
  readonly free: Frame | undefined;
  readonly parts: Parts;
}

export function* besideOf(
  parts: Parts,
  free: Frame | undefined,
  others: readonly Subject[],
  before: Before | undefined,
): Work<Beside> {
  const { scene } = parts;
  const { subject } = scene;
  const worlds = before ? parts.worlds.flatMap((world) => after(world, before, parts)) : parts.worlds;
  const own = yield* shapesOf(scene);
  const shapes = before && isSameTable(before.frame.subject, subject) ? [...own, ...shapesAfter(before.frame)] : own;
  const isCalled = (one: Subject) => scene.line.words.some(({ root }) => one.called.has(root));
  return {
    subject,
    worlds,
    shapes,
    left: scene.line.words.map((_, at) => leftFeatures(parts, at)),
    features: [
      `table called ${isCalled(subject)} other ${others.some(isCalled)}`,
      `table values ${Math.min(2, scene.mentions.length)}`,
      ...(before ? [`table as before ${isSameTable(before.frame.subject, subject)}`] : []),
    ],
    free: free && isSpecial(free) ? free : undefined,
    parts,
  };
}

function leftFeatures({ scene, valued, timed }: Parts, at: number): string[] {
  const word = scene.line.words[at]!;
  const { folded, kind } = word;
  const type =
    valued & (1 << at)
      ? 'value'
      : timed & (1 << at)
        ? 'time'
        : scene.namesRecords(word)
          ? 'record'
          : turning.has(folded) || /n['’]t$/u.test(folded)
            ? 'turning'
            : kind === 'name'
              ? 'name'
              : kind === 'number'
                ? 'number'
                : kind === 'stop'
                  ? 'stop'
                  : fillers.has(folded)
                    ? 'filler'
                    : recordNouns.has(folded)
                      ? 'noun'
                      : folded.endsWith('est')
                        ? 'superlative'
                        : isContent(folded)
                          ? 'content'
                          : 'other';
  return [
    `left ${type}`,
    ...(kind === 'plain' || kind === 'stop' ? [`left ${type} ${folded}`, `left word ${folded}`] : []),
    ...(scene.named.some(({ from, to }) => from <= at && to > at) ? ['left of a field'] : []),
  ];
}

export interface Candidate {
  readonly beside: Beside;
  readonly world: World;
  readonly shape: Shape;
  readonly part?: readonly Condition[];
}

const noun = (shape: Shape): string => shape.name.split(' ').at(-1)!;

/** How the conditions and what is asked go together. */
export function together(world: World, shape: Shape): string[] {
  const count = Math.min(3, world.conditions.length);
  const fields = new Set(world.conditions.map(({ field }) => field));
  const pairs = new Set(
    world.conditions.filter(({ isNot, mentions = [] }) => !isNot && mentions.length > 1).map(({ field }) => field),
  );
  const of = (key: string) => (pairs.has(key) ? 'one of several' : 'bound');
  const { target, measure, groups = [] } = shape.of;
  const grouped = groups.find((group) => typeof group === 'string' && fields.has(group));
  return [
    `${shape.name} under ${count}`,
    `${noun(shape)} under ${count}`,
    ...(target && fields.has(target.key)
      ? [`target is ${of(target.key)}`, `${noun(shape)} target is ${of(target.key)}`]
      : []),
    ...(measure && fields.has(measure.key) ? ['measure is bound'] : []),
    ...(typeof grouped === 'string' ? [`group is ${of(grouped)}`] : []),
    ...(world.conditions.some(({ kind }) => kind === 'time') ? [`${noun(shape)} in time`] : []),
  ];
}

/** More readings of a table are not weighed. The first worlds leave nothing out. */
const mostCandidates = 20_000;

/** The readings beside a table. */
export function* candidatesOf(beside: Beside): Generator<Candidate> {
  const mostWorlds = Math.ceil(mostCandidates / beside.shapes.length);
  for (const world of beside.worlds.slice(0, mostWorlds)) {
    for (const shape of beside.shapes) if (fits(world, shape)) yield { beside, world, shape };
    for (const { shape, part } of sharesOf(world, beside.parts)) yield { beside, world, shape, part };
    for (const shape of differencesOf(world, beside.parts)) yield { beside, world, shape };
    for (const shape of havingsOf(world, beside.parts)) yield { beside, world, shape };
  }
}

/** Lists of all records are of no use to anybody. */
const fits = (world: World, { name }: Shape): boolean =>
  world.conditions.length > 0 || !['list', 'value', 'any'].includes(name);

const empty = {
  isAsked: true,
  figure: undefined,
  measure: undefined,
  groups: [],
  target: undefined,
  order: undefined,
  having: undefined,
  whether: undefined,
  isNever: false,
  period: undefined,
  weekday: undefined,
  isOfRecords: true,
  isPlain: true,
  part: [],
  compared: undefined,
  isMore: undefined,
  versus: undefined,
  duration: undefined,
  isPercentage: false,
  isGrowth: false,
  unread: [],
  isVerbLeft: false,
  score: 0,
  ask: 'list',
} as const;

/** The frame of a reading. */
export function frameOfCandidate({ beside: { subject, parts }, world, shape }: Candidate): Frame {
  const [pair] = shape.of.compared ?? [];
  const conditions =
    pair && 'field' in pair && shape.name === 'difference'
      ? world.conditions.filter(({ field }) => field !== pair.field)
      : world.conditions;
  return { ...empty, date: parts.scene.date(), ...shape.of, subject, conditions };
}

/** Words that a reading leaves. */
export const leftBy = ({ beside, world, shape }: Pick<Candidate, 'beside' | 'world' | 'shape'>): number[] =>
  beside.left.flatMap((_, at) => ((world.mask | shape.mask) & (1 << at) ? [] : [at]));

/** All names that describe a reading. */
export const featuresOf = (candidate: Candidate): string[] => [
  ...candidate.beside.features,
  ...candidate.world.features,
  ...candidate.shape.features,
  ...together(candidate.world, candidate.shape),
  ...leftBy(candidate).flatMap((at) => candidate.beside.left[at]!),
];
