import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CellIndex } from '../../src/answer/table/cells-named.ts';
import { Describer, triggersOf } from '../../src/answer/table/features.ts';
import { GridQueries } from '../../src/answer/table/grid-query.ts';
import { probabilityOf, Scoring, shares, signsOf } from '../../src/answer/table/model.ts';
import { readingsOf } from '../../src/answer/table/readings/index.ts';
import { sceneOf } from '../../src/answer/table/scene.ts';
import { sentenceOf } from '../../src/answer/table/sentence.ts';
import { taken } from '../../src/answer/table/take.ts';
import weights from '../../src/answer/table/weights.json' with { type: 'json' };
import { openLocalWorkspace } from '../support/core.ts';
import { sheetOf } from './sheets.ts';

/** `node bench/questions/explain.ts FILE.csv QUESTION` shows the likeliest readings of a question and what speaks for each. */
const [file = '', question = ''] = process.argv.slice(2);
const shown = 8;
const folder = mkdtempSync(join(tmpdir(), 'workspace-questions-'));
const { workspace, close } = await openLocalWorkspace(join(folder, 'data'));
try {
  const name = basename(file, '.csv');
  const { grid } = (await sheetOf(workspace, name, readFileSync(file, 'utf8')))!;
  const queries = new GridQueries(grid);
  const scene = sceneOf(question, name, grid.fields, (tokens) => new CellIndex(grid).named(tokens), queries);
  const describer = new Describer(scene);
  const triggers = triggersOf(scene);
  const scoring = new Scoring(weights, triggers);
  const tried = Array.from(readingsOf(scene), (reading) => {
    const values = taken(queries.run(reading.body), reading.take);
    return { reading, values, description: describer.describe(reading, values) };
  }).filter(({ values }) => values.length > 0);
  const share = shares(tried.map(({ description }) => scoring.score(description)));
  const ranked = tried.map((one, index) => ({ ...one, share: share[index]! })).toSorted((a, b) => b.share - a.share);
  for (const { reading, values, description, share: part } of ranked.slice(0, shown)) {
    process.stdout.write(
      `\n${part.toFixed(3)} ${reading.rule}: ${sentenceOf(reading, name, grid.fields)} = ${JSON.stringify(values)}\n`,
    );
    const signs = signsOf(description, triggers);
    process.stdout.write(
      `  probability ${probabilityOf(part, signs, weights.confidence).toFixed(2)} if no other reading answers so\n`,
    );
    for (const [clue, weight] of scoring.weighed(description)) {
      if (weight !== 0) process.stdout.write(`  ${weight.toFixed(2)} ${clue}\n`);
    }
  }
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
