import { readData } from './data.ts';
import { gridOfCsv } from './grid-of-csv.ts';
import { GridQueries } from '../../src/answer/table/grid-query.ts';
import { CellIndex } from '../../src/answer/table/cells-named.ts';
import { sceneOf } from '../../src/answer/table/scene.ts';
import { readingsOf } from '../../src/answer/table/readings/index.ts';
import { Describer, triggersOf } from '../../src/answer/table/features.ts';
import { taken } from '../../src/answer/table/take.ts';
import { answerKey } from './answers.ts';
const data = readData(process.argv[2]!);
const step = Number(process.argv[3] ?? 20);
let n = 0, oracle = 0, cands = 0, tRun = 0, tDesc = 0; const rules: Record<string, number> = {}; const miss: string[] = [];
const prepared = new Map<string, { queries: GridQueries; index: CellIndex }>();
for (const q of data.questions.filter((q, i) => q.split === 'train' && i % step === 0)) {
  let p = prepared.get(q.table);
  if (!p) { const g = gridOfCsv(data.tables.get(q.table)!); prepared.set(q.table, (p = { queries: new GridQueries(g), index: new CellIndex(g) })); }
  const t0 = performance.now();
  const scene = sceneOf(q.question, p.queries.grid.fields, (t) => p.index.named(t), p.queries);
  const want = answerKey(q.answers);
  const seen = new Set<string>(); let count = 0;
  const rs = [...readingsOf(scene)].map((r) => ({ r, v: taken(p.queries.run(r.body), r.take) }));
  const t1 = performance.now(); tRun += t1 - t0;
  const d = new Describer(scene); triggersOf(scene);
  const keep = rs.filter((x) => x.v.length > 0);
  for (const { r, v } of keep) d.describe(r, v);
  tDesc += performance.now() - t1;
  for (const { r, v } of keep) { count++; if (answerKey(v) === want) seen.add(r.rule); }
  n++; cands += count; if (seen.size) oracle++; else miss.push(`${q.question} => ${q.answers.join('|').slice(0, 60)} [${p.queries.grid.fields.map((f) => f.key).join(',').slice(0,150)}]`);
  for (const s of seen) rules[s] = (rules[s] ?? 0) + 1;
}
console.log({ n, oracle: oracle / n, cands: cands / n, run: tRun / n, desc: tDesc / n });
console.log(Object.entries(rules).sort((a, b) => b[1] - a[1]).map(([k, v]) => `${k}:${v}`).join(' '));
console.log(miss.slice(0, 60).join('\n'));
