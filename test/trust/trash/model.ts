/** People of one organisation. `mia` manages every channel that she makes, `will` writes there, `rita` reads. */
export const people = ['mia', 'will', 'rita', 'ned'] as const;
export type Name = (typeof people)[number];

interface Base {
  readonly id: string;
  /** Whether it is in the trash itself. */
  isTrashed: boolean;
}

export interface Channel extends Base {
  readonly type: 'channel';
  readonly isPrivate: boolean;
}
export interface Artifact extends Base {
  readonly type: 'artifact';
  readonly by: Name;
  readonly home: Channel | undefined;
  readonly links: Set<Channel>;
}
export interface DataSet extends Base {
  readonly type: 'data_set';
  readonly by: Name;
  readonly home: Channel;
}
export interface Item extends Base {
  readonly type: 'record';
  readonly home: DataSet;
  /** The things that its fields point to, by field key. */
  readonly references: Map<string, Thing>;
}
export interface View extends Base {
  readonly type: 'view';
  readonly home: DataSet;
}
export interface File extends Base {
  readonly type: 'file';
  readonly by: Name;
  readonly links: Set<Channel | Item>;
}
export interface Session extends Base {
  readonly type: 'session';
  readonly by: Name;
  readonly links: Set<Channel>;
}
interface Post {
  readonly type: 'post';
  readonly id: string;
  readonly home: Channel;
  readonly mentions: View | undefined;
}
export type Thing = Channel | Artifact | DataSet | Item | View | File | Session;

/** All things, and who sees which: the rules of the contract, written a second time. */
export class Model {
  readonly things = new Map<string, Thing>();
  readonly posts: Post[] = [];

  of<Type extends Thing['type']>(type: Type): Extract<Thing, { type: Type }>[] {
    return [...this.things.values()].filter((thing) => thing.type === type) as Extract<Thing, { type: Type }>[];
  }

  /** Forgets something that was purged, with what was at home in it. */
  purge(thing: Thing): void {
    for (const other of this.things.values()) if (homesOf(other).includes(thing)) this.things.delete(other.id);
    this.things.delete(thing.id);
    if (thing.type === 'channel')
      for (const post of this.posts.filter(({ home }) => home === thing))
        this.posts.splice(this.posts.indexOf(post), 1);
  }

  isThere(thing: Thing): boolean {
    return this.things.has(thing.id) && [thing, ...homesOf(thing)].every(({ isTrashed }) => !isTrashed);
  }

  sees(name: Name, thing: Thing): boolean {
    if (!this.isThere(thing)) return false;
    switch (thing.type) {
      case 'channel':
        return !thing.isPrivate || name !== 'ned';
      case 'artifact':
        return thing.by === name || (thing.home !== undefined && this.sees(name, thing.home));
      case 'file':
        return thing.by === name || [...thing.links].some((place) => this.sees(name, place));
      case 'session':
        return thing.by === name || [...thing.links].some((channel) => this.sees(name, channel));
      default:
        return this.sees(name, thing.home);
    }
  }

  /** Whether a person may delete, restore or purge it, if they see it or it is in the trash. */
  mayDelete(name: Name, thing: Thing): boolean {
    switch (thing.type) {
      case 'channel':
        return name === 'mia';
      case 'artifact':
        return thing.by === name || (thing.home !== undefined && this.mayWrite(name, thing.home));
      case 'data_set':
        return this.#reads(name, thing.home) && (name === 'mia' || thing.by === name);
      case 'record':
      case 'view':
        return this.mayWrite(name, thing.home.home);
      default:
        return thing.by === name;
    }
  }

  isRestorable(name: Name, thing: Thing): boolean {
    const isHomeThere = homesOf(thing).every(({ isTrashed }) => !isTrashed);
    return this.things.has(thing.id) && thing.isTrashed && isHomeThere && this.mayDelete(name, thing);
  }

  mayWrite(name: Name, channel: Channel): boolean {
    if (name === 'ned') return !channel.isPrivate;
    return name !== 'rita';
  }

  #reads(name: Name, { isPrivate }: Channel): boolean {
    return !isPrivate || name !== 'ned';
  }
}

/** The things whose deletion takes it along into the trash. */
function homesOf(thing: Thing): Thing[] {
  switch (thing.type) {
    case 'artifact':
      return thing.home ? [thing.home] : [];
    case 'data_set':
      return [thing.home];
    case 'record':
    case 'view':
      return [thing.home, thing.home.home];
    default:
      return [];
  }
}
