import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Workspace } from '../../schemas/index.ts';
import type { Row } from '../../schemas/queries.ts';
import type { Value } from '../../src/answer/figures/values.ts';
import { withoutManners } from '../../src/answer/language/manners.ts';
import { wordsOf } from '../../src/answer/language/words.ts';
import { readableBy } from '../../src/answer/readable.ts';
import { dataSetSubjects } from '../../src/answer/subjects/subjects.ts';
import { planOf } from '../../src/answer/free/plans.ts';
import {
  type Beside,
  type Candidate,
  candidatesOf,
  frameOfCandidate,
  leftBy,
  together,
} from '../../src/answer/weighed/candidates.ts';
import type { Before } from '../../src/answer/weighed/following.ts';
import { freeFeatures } from '../../src/answer/weighed/free.ts';
import { readBeside } from '../../src/answer/weighed/reading.ts';
import { atOnce, Turn } from '../../src/turns/turn.ts';
import { Table } from './evaluate.ts';
import { isRight } from './matching.ts';

export interface Asked {
  readonly id: string;
  readonly workspace: string;
  readonly table: string;
  readonly kind: string;
  readonly question: string;
  readonly after?: string;
  readonly answerable: boolean;
  readonly gold: unknown;
  readonly unit?: string;
}

/** Numbers for names, in the order in which they are met, and the businesses that each occurs in. */
export class Names {
  readonly ids = new Map<string, number>();
  readonly businesses: Set<string>[] = [];

  of(name: string, business: string): number {
    let id = this.ids.get(name);
    if (id === undefined) {
      this.ids.set(name, (id = this.ids.size));
      this.businesses.push(new Set());
    }
    this.businesses[id]!.add(business);
    return id;
  }
}

/** The readings of one question beside one table, by the numbers of the names that describe them. */
export interface Readings {
  readonly general: Int32Array;
  readonly worlds: readonly Int32Array[];
  readonly worldMasks: Int32Array;
  readonly shapes: readonly Int32Array[];
  readonly shapeMasks: Int32Array;
  readonly left: readonly Int32Array[];
  /** Five numbers for each reading, -1 where there are fewer. */
  readonly together: Int32Array;
  readonly world: Uint16Array;
  readonly shape: Uint16Array;
  readonly right: Uint8Array;
  readonly free: Int32Array | undefined;
  readonly isFreeRight: boolean;
}

export interface Example {
  readonly asked: Asked;
  readonly business: string;
  readonly tables: readonly Readings[];
  readonly isFollowing: boolean;
}

interface Business {
  readonly channelId: string;
  readonly tables: ReadonlyMap<string, Table>;
  readonly names: ReadonlyMap<string, string>;
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Imports the tables of a business, and keeps their rows. */
export async function imported(folder: string, name: string, workspace: Workspace): Promise<Business> {
  const { channel } = await workspace.channels.create({ name });
  const tables = new Map<string, Table>();
  const names = new Map<string, string>();
  for (const file of readdirSync(`${folder}/${name}`).filter((one) => one.endsWith('.csv'))) {
    const bytes = readFileSync(`${folder}/${name}/${file}`);
    const { dataSet } = await workspace.dataSets.import({
      channelId: channel.id,
      types: 'suggested',
      name: file.replace(/\.csv$/, ''),
      file: { fileName: file, contentType: 'text/csv', bytes: Readable.from([bytes]) },
    });
    const fields = (await workspace.channels.get({ channelId: channel.id })).channel.dataSets.find(
      (one) => one.objectTypeId === dataSet.objectTypeId,
    )!.fields;
    const rows: Row[] = [];
    const of = {
      mode: 'deterministic' as const,
      operation: 'records' as const,
      channelId: channel.id,
      objectTypeId: dataSet.objectTypeId,
    };
    const body = {
      fields: ['title', ...fields.filter(({ queryable }) => queryable).map(({ key }) => key)],
      limit: 500,
    };
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const { data } = await workspace.queries.run({ ...of, ...body, ...(cursor && { cursor }) });
      rows.push(...(data.rows ?? []));
      cursor = (data as { nextCursor?: string }).nextCursor;
    }
    tables.set(dataSet.objectTypeId, new Table(rows, today()));
    names.set(file, dataSet.objectTypeId);
  }
  return { channelId: channel.id, tables, names };
}

const objectOf = ({ subject: { of } }: Beside): string => ('objectTypeId' in of ? of.objectTypeId : '');

export interface Found {
  readonly example: Example;
  readonly before: Before | undefined;
}

/** Describes all readings of a question, and says which give the right answer. */
export async function exampleOf(
  asked: Asked,
  { channelId, tables, names: files }: Business,
  before: Before | undefined,
  workspace: Workspace,
  names: Names,
  business: string,
): Promise<Found> {
  const turn = new Turn();
  const text = atOnce(withoutManners(asked.question));
  const readable = await readableBy(workspace, new AbortController().signal);
  const subjects = (await dataSetSubjects(readable, wordsOf(text), turn)).filter((one) => one.channelId === channelId);
  const besides = await readBeside(text, subjects, before, workspace, turn);
  const numbered = (list: readonly string[]) => Int32Array.from(new Set(list), (name) => names.of(name, business));
  let best: { frame: Candidate | 'free'; beside: Beside; cost: number; values: readonly Value[] } | undefined;
  const found = besides.map((beside): Readings => {
    const table = tables.get(objectOf(beside))!;
    const isAsked = asked.answerable && files.get(asked.table) === objectOf(beside);
    const check = (frame: Parameters<typeof planOf>[0]): readonly Value[] | undefined => {
      const plan = planOf(frame);
      if (!plan) return undefined;
      const rows = table.run(plan.query);
      const values = plan.valuesIn(rows);
      return values.length > 0 && isRight(asked.gold, asked.unit, values, plan.query, rows, beside.subject)
        ? values
        : undefined;
    };
    const shapes = new Map<object, number>();
    const worlds = new Map(beside.worlds.map((world, at) => [world, at]));
    const shapeFeatures: Int32Array[] = [];
    const shapeMasks: number[] = [];
    const [world, shape, right, pairs]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (const candidate of candidatesOf(beside)) {
      let at = shapes.get(candidate.shape);
      if (at === undefined) {
        shapes.set(candidate.shape, (at = shapeFeatures.length));
        shapeFeatures.push(numbered(candidate.shape.features));
        shapeMasks.push(candidate.shape.mask);
      }
      world.push(worlds.get(candidate.world)!);
      shape.push(at);
      const ids = numbered(together(candidate.world, candidate.shape));
      for (let place = 0; place < 5; place += 1) pairs.push(ids[place] ?? -1);
      const values =
        isAsked && mayBe(candidate.shape.name, asked.gold) ? check(frameOfCandidate(candidate)) : undefined;
      right.push(values ? 1 : 0);
      if (values) {
        const cost =
          leftBy(candidate).filter((word) => !/left (?:stop|filler)/.test(beside.left[word]![0]!)).length +
          (candidate.world.features.some((one) => /dropped|soft|another/.test(one)) ? 1 : 0) +
          (/imum/.test(candidate.shape.name) ? 0.5 : 0);
        if (!best || cost < best.cost) best = { frame: candidate, beside, cost, values };
      }
    }
    const free = beside.free && planOf(beside.free) ? freeFeatures(beside.free) : undefined;
    const freeValues = isAsked && free ? check(beside.free!) : undefined;
    if (freeValues && !best) best = { frame: 'free', beside, cost: 0, values: freeValues };
    return {
      general: numbered(beside.features),
      worlds: beside.worlds.map(({ features }) => numbered(features)),
      worldMasks: Int32Array.from(beside.worlds, ({ mask }) => mask),
      shapes: shapeFeatures,
      shapeMasks: Int32Array.from(shapeMasks),
      left: beside.left.map(numbered),
      together: Int32Array.from(pairs),
      world: Uint16Array.from(world),
      shape: Uint16Array.from(shape),
      right: Uint8Array.from(right),
      free: free && numbered(free),
      isFreeRight: freeValues !== undefined,
    };
  });
  return {
    example: { asked, business, tables: found, isFollowing: before !== undefined },
    before: best && {
      frame: best.frame === 'free' ? best.beside.free! : frameOfCandidate(best.frame),
      values: best.values,
    },
  };
}

/** Whether a reading of this name can have an answer of the wanted kind. */
function mayBe(name: string, gold: unknown): boolean {
  if (gold !== null && typeof gold === 'object' && 'anyOf' in gold)
    return (gold.anyOf as unknown[]).some((one) => mayBe(name, one));
  if (name.startsWith('as before')) return true;
  const isSingle = /^(?:count|distinct|sum|average|median|maximum|minimum|share|difference|having distinct)$/.test(
    name,
  );
  if (typeof gold === 'number') return isSingle || /value|record|group/.test(name);
  if (typeof gold === 'string') return !isSingle;
  if (Array.isArray(gold) && gold.length > 1 && !Array.isArray(gold[0])) return !isSingle;
  return true;
}
