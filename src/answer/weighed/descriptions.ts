import { superlatives } from '../language/lexicon/meanings.ts';
import { labelWords } from '../language/words.ts';
import { isAddable } from '../plain/measures.ts';
import { isDate, isNumber, mainDate, type SubjectField } from '../plain/named.ts';
import { speaksOf } from '../free/fields.ts';
import type { Frame } from '../free/frame.ts';
import type { Scene } from '../free/scene.ts';
import { cues, type Cues, isIn, type Noun, nounsAfter } from './cues.ts';
import { kindOf, preferred, typeOf } from './fields.ts';
import { isMoment, type Mask, maskOf, pairsOf } from './parts.ts';

/** The rest of a reading: what is asked of the records that meet the conditions. */
export interface Shape {
  readonly name: string;
  readonly of: Partial<Frame>;
  readonly mask: Mask;
  readonly features: readonly string[];
}

export interface Made {
  readonly measure?: SubjectField | undefined;
  readonly target?: SubjectField | undefined;
  readonly group?: SubjectField | undefined;
  readonly date?: SubjectField | undefined;
  readonly way?: 'asc' | 'desc';
  readonly reads?: Mask;
}

/** Describes shapes by names that a person can read. Descriptions of the same field are made once. */
export class Builder {
  readonly #scene: Scene;
  readonly #cues: Cues;
  readonly #known = new Map<string, { features: readonly string[]; mask: Mask }>();
  readonly #lexical: readonly string[];
  readonly #nouns: readonly Noun[];

  constructor(scene: Scene, found: Cues) {
    this.#scene = scene;
    this.#cues = found;
    const plain = scene.line.words.map(({ folded, kind }, at) =>
      kind === 'name' || kind === 'number' || !scene.line.isLeft(at) ? '_' : folded,
    );
    this.#nouns = [
      ...nounsAfter(scene, /\b(?:how many|number of|count of|how much)\b/u, 'many'),
      ...nounsAfter(scene, /\b(?:which|what|whose)\b/u, 'which'),
      ...nounsAfter(scene, /\b(?:per|by|each|every)\b/u, 'by'),
      ...nounsAfter(scene, /^/u, 'begins'),
    ];
    this.#lexical = [
      ...new Set(plain.filter((word) => word !== '_')),
      ...plain
        .slice(1)
        .map((word, at) => `${plain[at]} ${word}`)
        .filter((pair) => !pair.includes('_')),
      `begins ${plain.slice(0, 2).join(' ')}`,
    ];
  }

  make(name: string, of: Partial<Frame>, { measure, target, group, date, way, reads = 0 }: Made): Shape {
    const features: string[] = [];
    let mask = reads;
    const add = ({ features: more, mask: read }: { features: readonly string[]; mask: Mask }) => {
      features.push(...more);
      mask |= read;
    };
    add(this.#of(`shape ${name}`, () => this.#shape(name)));
    if (measure) add(this.#of(`measure ${measure.key}`, () => this.#measure(measure)));
    if (measure) add(this.#of(`measure ${measure.key} ${name}`, () => this.#measured(measure, name)));
    if (target)
      add(
        this.#of(`target ${target.key} ${name.split(' ')[0]}`, () =>
          this.#field(target, name.includes('top') ? 'top' : 'target'),
        ),
      );
    if (group) add(this.#of(`group ${group.key}`, () => this.#field(group, 'group')));
    if (date) add(this.#of(`date ${date.key}`, () => this.#date(date)));
    if (way)
      add(
        this.#of(`way ${way} ${measure ? 'm' : date ? 'd' : 'c'}`, () =>
          this.#way(way, measure ? 'number' : date ? 'date' : 'count'),
        ),
      );
    return { name, of, mask, features };
  }

  #of(key: string, describe: () => { features: readonly string[]; mask: Mask }) {
    let known = this.#known.get(key);
    if (!known) this.#known.set(key, (known = describe()));
    return known;
  }

  #shape(name: string) {
    const coarse = name.split(' ');
    const kinds = [...new Set([name, coarse.at(-1)!, coarse.length > 1 ? `${coarse[0]} *` : name])];
    const features = kinds.flatMap((kind) => [
      `is ${kind}`,
      ...this.#cues.present.map((cue) => `${kind}: cue ${cue}`),
      ...Object.keys(cues).flatMap((cue) => (this.#cues.masks.has(cue) ? [] : [`${kind}: no ${cue}`])),
    ]);
    for (const { cue, type } of this.#nouns) for (const kind of kinds) features.push(`${kind}: ${cue} a ${type}`);
    for (const word of this.#lexical) features.push(`${name}: ${word}`);
    let mask = 0;
    for (const [cue, read] of this.#cues.masks) if (reading[cue]?.test(name)) mask |= read;
    return { features, mask };
  }

  #level(field: SubjectField): { level: string; mask: Mask; at: number } {
    const named = this.#scene.named
      .filter((one) => one.field === field)
      .toSorted((a, b) => b.level - a.level || b.to - b.from - (a.to - a.from))[0];
    const { words } = this.#scene.line;
    let mask = named ? maskOf(named.from, named.to) : 0;
    let at = named?.from ?? -1;
    for (const [place, word] of words.entries()) {
      if (word.kind === 'number' || !(speaksOf(word, field) || (isDate(field) && isMoment(word, field)))) continue;
      mask |= 1 << place;
      if (at < 0) at = place;
    }
    return { level: named ? `named ${named.level}` : mask ? 'spoken' : 'not named', mask, at };
  }

  #measure(measure: SubjectField) {
    const { level, mask } = this.#level(measure);
    const numbers = this.#scene.fields.filter(isNumber);
    const kind = kindOf(measure);
    const alike = numbers.filter((one) => kindOf(one) === kind);
    const some = this.#scene.line.words.flatMap(({ folded }) => superlatives.get(folded)?.of ?? []);
    const isImplied = some.some((one) => measure.label.toLowerCase().includes(one));
    const isRivalNamed = numbers.some(
      (one) => one !== measure && this.#level(one).level > 'named 0' && this.#level(one).level.startsWith('named'),
    );
    return {
      mask,
      features: [
        `measure ${level}`,
        `measure kind ${kind}`,
        `measure ${level} ${kind}`,
        `measure first ${numbers[0] === measure}`,
        `measure last of kind ${alike.at(-1) === measure}`,
        `measure only of kind ${alike.length === 1}`,
        `measure only ${numbers.length === 1}`,
        `measure implied ${isImplied}`,
        ...(some.length > 0 ? [`measure not implied ${!isImplied}`] : []),
        `measure ${level.startsWith('named') ? 'named' : 'not'} rival named ${isRivalNamed}`,
        `measure ${level} preferred ${preferred(this.#scene) === measure}`,
        `measure preferred ${preferred(this.#scene) === measure} ${kind}`,
        ...this.#nouns.flatMap(({ cue, at }) => [`measure ${cue} ${isIn(at, mask)}`]),
        `measure total ${/\b(?:total|amount|value|fee|price|cost)\b/iu.test(measure.label)}`,
        ...labelWords(measure.label).map(({ folded }) => `measure label ${folded}`),
        ...this.#scene.line.words.flatMap(({ folded, kind: word }) =>
          word === 'name' || word === 'number' ? [] : [`measure ${kind}: ${folded}`],
        ),
        ...pairsOf(this.#scene, measure, 'number'),
      ],
    };
  }

  #measured(measure: SubjectField, name: string) {
    const kind = kindOf(measure);
    return {
      mask: 0,
      features: [
        `${name} of ${kind}`,
        `${name} addable ${isAddable(measure)}`,
        ...this.#cues.present.map((cue) => `${kind} ${cue}`),
      ],
    };
  }

  #field(field: SubjectField, role: string) {
    const { level, mask, at } = this.#level(field);
    const { words } = this.#scene.line;
    const before = words.slice(Math.max(0, at - 3), Math.max(0, at)).map(({ folded }) => folded);
    const place =
      at < 0
        ? 'nowhere'
        : /^(?:by|per|each|every)$/u.test(before.at(-1) ?? '') || before.some((word) => /^(?:per|by|each)$/u.test(word))
          ? 'after by'
          : before.some((word) => /^(?:which|what|whose)$/u.test(word))
            ? 'after which'
            : at < 3
              ? 'beginning'
              : 'later';
    const kind = typeOf(field);
    const isWho = this.#cues.masks.has('who');
    return {
      mask: mask | (kind === 'person' && isWho ? this.#cues.masks.get('who')! : 0),
      features: [
        `${role} ${level}`,
        `${role} ${level} ${place}`,
        `${role} ${kind}`,
        `${role} ${kind} ${level}`,
        ...this.#nouns.flatMap(({ cue, at, type, isOfPeople }) => [
          `${role} ${cue} ${isIn(at, mask)}`,
          ...(isOfPeople ? [`${role} ${kind} ${cue} people`] : []),
          ...(isIn(at, mask) ? [] : [`${role} ${kind} ${cue} a ${type}`]),
        ]),
        `${role} first ${this.#scene.fields[0] === field}`,
        ...this.#cues.present.map((cue) => `${role} ${kind} ${cue}`),
        ...pairsOf(this.#scene, field, role === 'group' ? 'target' : role === 'top' ? 'target' : role),
      ],
    };
  }

  #date(date: SubjectField) {
    const { level, mask } = this.#level(date);
    const { dates } = this.#scene;
    return {
      mask,
      features: [
        `date ${level}`,
        `date main ${mainDate(dates) === date}`,
        `date only ${dates.length === 1}`,
        ...pairsOf(this.#scene, date, 'date'),
      ],
    };
  }

  #way(way: 'asc' | 'desc', of: string) {
    const lexical = this.#scene.line.words.flatMap(({ folded }) =>
      /est$|^(?:most|least|top|best|worst|first|last|fewest|more|less|fewer)$|er$/u.test(folded)
        ? [`${way} ${of}: ${folded}`, `${way}: ${folded}`]
        : [],
    );
    const directions = this.#scene.line.words.flatMap(({ folded }) => superlatives.get(folded)?.direction ?? []);
    return {
      mask: 0,
      features: [
        `${way} ${of}`,
        `${way} most ${this.#cues.masks.has('most')} least ${this.#cues.masks.has('least')}`,
        ...directions.map((direction) => `${way} for ${direction} ${of}`),
        ...lexical,
      ],
    };
  }
}

/** The shapes that account for each cue. */
const reading: Readonly<Record<string, RegExp>> = {
  count: /count|distinct|sum/,
  average: /average/,
  median: /median/,
  sum: /sum/,
  share: /share/,
  group: /group|interval/,
  each: /group|interval/,
  most: /record|day|top|period|maximum|minimum/,
  least: /record|day|top|period|maximum|minimum/,
  days: /record|day/,
  when: /day|value/,
  who: /value|top|list/,
  which: /./,
  distinct: /distinct/,
  much: /sum|average|value|maximum|minimum/,
  many: /count|distinct|sum/,
  list: /list|value/,
};
