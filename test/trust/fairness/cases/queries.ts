import { limits } from '../../../../schemas/limits.ts';
import type { Case } from '../case.ts';
import { aggregate, countRows, distinct, everyChoice, multiSelect, type Pit, pitOf, times } from './pit.ts';
import { counted, longest } from '../waits.ts';

const keys = ['one', 'two', 'three', 'four'];
const everyList = Object.fromEntries(keys.map((key) => [key, everyChoice]));

const groups: Case<Pit> = {
  name: 'groups',
  does: 'groups by three and four lists of 500 values each',
  prepare: (stage) =>
    pitOf(
      stage,
      keys.map(multiSelect),
      times(10, () => ({ title: 'Row', values: everyList })),
    ),
  attacks: [
    ({ member, keep }, pit) =>
      keep(4, (number) =>
        member.api('POST /queries', { ...aggregate, ...pit, groupBy: keys.slice(number % 2), metrics: countRows }),
      ),
  ],
};

const savedGroups: Case<Pit> = {
  name: 'saved-groups',
  does: 'saves such groups as 50 widgets and as a pivot table, and opens these',
  prepare: (stage) => {
    const fields = [...keys.map(multiSelect), { key: 'day', type: 'date' } as const];
    const values = { ...everyList, day: new Date().toISOString().slice(0, 10) };
    return pitOf(
      stage,
      fields,
      times(10, () => ({ title: 'Row', values })),
    );
  },
  attacks: [
    async ({ member, keep }, { channelId, objectTypeId }) => {
      const widget = (number: number) => ({
        id: `w${number}`,
        title: 'Groups',
        type: 'table',
        groupBy: keys,
        metrics: countRows,
      });
      const period = { fieldKey: 'day', interval: 'day', count: limits.pivotPeriods };
      const definitions = [
        { renderer: 'dashboard', widgets: times(limits.widgets, widget) },
        {
          renderer: 'pivot_table',
          rowFieldKeys: keys,
          period,
          metric: { function: 'count_rows' },
          totals: { rows: true, columns: true },
        },
      ];
      const place = `/channels/${channelId}/views`;
      await keep(2, async (number) => {
        const definition = { name: `Groups ${number}`, objectTypeId, ...definitions[number % 2]! };
        const saved = await member.api(`POST ${place}`, definition);
        if (saved?.status !== 201) return;
        const { view } = JSON.parse(saved.bytes.toString()) as { view: { id: string } };
        await member.api(`GET ${place}/${view.id}/data`);
      });
    },
  ],
};

const figures: Case<Pit> = {
  name: 'figures',
  does: 'counts the different values of 4,900 lists of 500 twenty times over',
  prepare: (stage) =>
    pitOf(
      stage,
      [multiSelect('one')],
      times(4_900, () => ({ title: 'Row', values: { one: everyChoice } })),
    ),
  attacks: [
    ({ member, keep }, pit) =>
      keep(4, () => member.api('POST /queries', { ...aggregate, ...pit, metrics: distinct('one') })),
  ],
};

const longTexts: Case<Pit> = {
  name: 'long-texts',
  does: 'counts, seeks and groups by texts as long as they may be',
  prepare: (stage) =>
    pitOf(
      stage,
      [{ key: 'essay', type: 'long_text' }],
      times(stage.long ? 1_000 : 500, (number) => ({
        title: 'Row',
        values: { essay: `${number} ${'essay '.repeat(limits.cell)}`.slice(0, limits.cell) },
      })),
    ),
  attacks: [
    ({ member, keep }, pit) => {
      const sought = { field: 'essay', operator: 'contains', value: 'nothing of it' };
      const queries = [
        { ...aggregate, ...pit, metrics: distinct('essay') },
        { ...aggregate, ...pit, groupBy: ['essay'], metrics: countRows },
        { ...aggregate, ...pit, metrics: countRows, filters: times(limits.conditions, () => sought) },
        {
          mode: 'deterministic',
          operation: 'records',
          ...pit,
          limit: limits.queryRowsMost,
          orderBy: [{ field: 'essay', direction: 'asc' }],
        },
      ];
      return keep(8, (number) => member.api('POST /queries', queries[number % queries.length]));
    },
  ],
};

/** A large read waits for reads that are running, but not for those whose client is gone. */
const queryMs = 3_000;

const gone: Case<Pit> = {
  name: 'gone',
  does: 'asks for much as five users, again and again, and goes away before it is answered',
  prepare: (stage) => {
    const note = 'A crane for the harbour. '.repeat(60);
    const records = times(stage.long ? 200_000 : 60_000, (number) => ({
      title: 'Row',
      values: { note: `${number} ${note}` },
    }));
    return pitOf(stage, [{ key: 'note', type: 'text' }], records, { owner: stage.stranger });
  },
  attacks: [
    async ({ strangers, keep }, pit) => {
      const query = { ...aggregate, ...pit, metrics: distinct('note') };
      await keep(100, (number) =>
        strangers[number % strangers.length]!.api('POST /queries', query, {}, AbortSignal.timeout(500)),
      );
    },
  ],
  broken: ({ waits }) => {
    const most = longest(counted(waits, 'query'));
    return most > queryMs ? [`a query waited ${Math.round(most)} ms for queries of those who had gone`] : [];
  },
};

const questions: Case<readonly Pit[]> = {
  name: 'questions',
  does: 'asks in prose about five Data Sets of 198 fields',
  async prepare(stage) {
    const fields = times(198, (number) => ({ key: `field_${number}`, type: number % 2 ? 'number' : 'text' }) as const);
    const values = Object.fromEntries(
      fields.map(({ key, type }, number) => [key, type === 'text' ? `harbour ${number}` : number]),
    );
    const pits: Pit[] = [];
    for (const number of times(5, (each) => each)) {
      pits.push(
        await pitOf(
          stage,
          fields,
          times(200, (row) => ({ title: `Row ${row}`, values })),
          { name: `Wide ${number}` },
        ),
      );
    }
    return pits;
  },
  attacks: [
    ({ member, keep }) => {
      const words = 'total average highest lowest harbour field of each per between won and not by the in this month';
      return keep(8, (number) => {
        const question = number % 2 ? 'What is the total field 7 by field 12?' : `How many ${words.repeat(40)}`;
        return member.api('POST /queries', { mode: 'session', question: question.slice(0, limits.question) });
      });
    },
  ],
};

/** As many durations as the conditions of one query may name, and as many marks as they may look for. */
const manyDurations = times(limits.conditions, (condition) =>
  times(limits.inValues, (value) => `-P${condition + 1}DT${value}H`),
);
const marks = '\u0301'.repeat(limits.cell - 1_000);

const filters: Case<Pit> = {
  name: 'filters',
  does: 'asks with fifty conditions of 200 durations or of a long text each, saves the first in a View and a dashboard, and opens these',
  prepare: (stage) => pitOf(stage, [{ key: 'at', type: 'date_time' }], [{ title: 'Row', values: {} }]),
  attacks: [
    async ({ member, keep }, pit) => {
      const ask = (each: readonly object[]) =>
        member.api('POST /queries', { ...aggregate, ...pit, metrics: countRows, filters: each });
      const durations = manyDurations.map((value) => ({ field: 'at', operator: 'in', value }));
      const texts = times(limits.conditions, () => ({ field: 'title', operator: 'contains', value: marks }));
      const saved = manyDurations.map((value) => ({ fieldKey: 'at', op: 'in', value }));
      const widget = (number: number) => ({ id: `w${number}`, title: 'W', type: 'table', metrics: countRows });
      const definitions = [{ renderer: 'table' }, { renderer: 'dashboard', widgets: times(limits.widgets, widget) }];
      const place = `/channels/${pit.channelId}/views`;
      const open = async (number: number) => {
        const definition = {
          name: `Filters ${number}`,
          objectTypeId: pit.objectTypeId,
          filters: saved,
          ...definitions[number % 2]!,
        };
        const made = await member.api(`POST ${place}`, definition);
        if (made?.status !== 201) return;
        const { view } = JSON.parse(made.bytes.toString()) as { view: { id: string } };
        await member.api(`GET ${place}/${view.id}/data`);
      };
      const kinds = [() => ask(durations), () => ask(texts), open, open];
      await keep(4, (number) => kinds[number % kinds.length]!(number));
    },
  ],
};

const piles: Case<Pit> = {
  name: 'piles',
  does: 'saves two hundred Views of fifty conditions of 200 choices at once, again and again',
  prepare: (stage) => pitOf(stage, [multiSelect('labels')], []),
  attacks: [
    ({ member, keep }, { channelId, objectTypeId }) => {
      const value = everyChoice.slice(0, 200);
      const filters = times(limits.conditions, () => ({ fieldKey: 'labels', op: 'has_any_of', value }));
      return keep(200, (number) =>
        member.api(`POST /channels/${channelId}/views`, {
          name: `Pile ${number}`,
          objectTypeId,
          renderer: 'table',
          filters,
        }),
      );
    },
  ],
};

export const ofQueries = [groups, savedGroups, figures, longTexts, gone, filters, piles, questions];
