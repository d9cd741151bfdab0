import assert from 'node:assert/strict';
import type { Random } from '../../support/random.ts';
import { looks, looksAtChannel, looksAtDataSet, looksAtThing, looksAtView, type Reader } from './looks.ts';
import { type Name, people, type Thing } from './model.ts';
import { World } from './world.ts';

interface Counts {
  made: number;
  deleted: number;
  restored: number;
  purged: number;
  refused: number;
  compared: number;
}

interface Trying {
  readonly random: Random;
  readonly readers: Readonly<Record<Name, Reader>>;
  readonly userIds: Readonly<Record<Name, string>>;
  readonly steps: number;
  /** How often everything is compared. */
  readonly wholeEvery: number;
}

/** Makes, links, deletes, restores and purges at random. After each step something is compared with the model. */
export async function steps({ random, readers, userIds, steps: count, wholeEvery }: Trying): Promise<Counts> {
  const world = new World(random, readers, userIds);
  const { model } = world;
  const counts: Counts = { made: 0, deleted: 0, restored: 0, purged: 0, refused: 0, compared: 0 };
  const acts: readonly (readonly [weight: number, act: () => Promise<void>])[] = [
    [10, make],
    [5, remove],
    [5, restore],
    [1, purge],
  ];

  async function make(): Promise<void> {
    await random.pick(world.makings)();
    counts.made += 1;
  }

  const anything = (): Thing | undefined =>
    model.things.size === 0 ? undefined : random.pick([...model.things.values()]);

  async function remove(): Promise<void> {
    const thing = anything();
    if (!thing || (thing.type === 'channel' && !random.onceIn(3))) return;
    const name = random.pick(people);
    const isThere = model.sees(name, thing) && model.mayDelete(name, thing);
    const isDone = await readers[name].door.remove(thing);
    const again = model.isRestorable(name, thing) || (thing.type === 'record' && wasDeleted(name, thing));
    assert.equal(isDone, isThere || again, `${name} deletes ${thing.id}`);
    if (isThere) thing.isTrashed = true;
    counts[isDone ? 'deleted' : 'refused'] += 1;
  }

  /**
   * Users who may write in a Data Set know its record in the trash as deleted. The Data Set itself may be in the trash
   * too.
   */
  function wasDeleted(name: Name, thing: Extract<Thing, { type: 'record' }>): boolean {
    const channel = thing.home.home;
    return thing.isTrashed && model.sees(name, channel) && model.mayWrite(name, channel);
  }

  async function restore(): Promise<void> {
    const inTrash = [...model.things.values()].filter(({ isTrashed }) => isTrashed);
    const thing = inTrash.length > 0 && !random.onceIn(10) ? random.pick(inTrash) : anything();
    if (!thing) return;
    const name = random.pick(people);
    const isExpected = model.isRestorable(name, thing);
    assert.equal(await readers[name].door.restore(thing.id), isExpected, `${name} restores ${thing.id}`);
    if (isExpected) thing.isTrashed = false;
    counts[isExpected ? 'restored' : 'refused'] += 1;
  }

  async function purge(): Promise<void> {
    const inTrash = [...model.things.values()].filter(({ isTrashed }) => isTrashed);
    if (inTrash.length === 0) return;
    const thing = random.pick(inTrash);
    const name = random.pick(people);
    const isExpected = model.isRestorable(name, thing);
    assert.equal(await readers[name].door.purge(thing.id), isExpected, `${name} purges ${thing.id}`);
    if (isExpected) model.purge(thing);
    counts[isExpected ? 'purged' : 'refused'] += 1;
  }

  async function compareSome(): Promise<void> {
    const reader = readers[random.pick(people)];
    await random.pick(looks)(model, reader);
    const thing = anything();
    if (thing) await compareThing(reader, thing);
    counts.compared += 2;
  }

  async function compareThing(reader: Reader, thing: Thing): Promise<void> {
    if (thing.type === 'channel') await random.pick(looksAtChannel)(model, reader, thing);
    if (thing.type === 'data_set') await looksAtDataSet(model, reader, thing);
    if (thing.type === 'view') await looksAtView(model, reader, thing);
    await looksAtThing(model, reader, thing);
  }

  async function compareAll(): Promise<void> {
    for (const name of people) {
      const reader = readers[name];
      for (const look of looks) await look(model, reader);
      for (const channel of model.of('channel')) for (const look of looksAtChannel) await look(model, reader, channel);
      for (const thing of model.things.values()) if (thing.type !== 'channel') await compareThing(reader, thing);
      counts.compared += looks.length + model.things.size;
    }
  }

  await world.makeChannel();
  for (let step = 1; step <= count; step += 1) {
    await weighted(random, acts)();
    await compareSome();
    if (step % wholeEvery === 0) await compareAll();
  }
  await compareAll();
  return counts;
}

function weighted<Item>(random: Random, items: readonly (readonly [weight: number, item: Item])[]): Item {
  let left = random.fraction() * items.reduce((sum, [weight]) => sum + weight, 0);
  return (items.find(([weight]) => (left -= weight) < 0) ?? items.at(-1)!)[1];
}
