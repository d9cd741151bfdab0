import { readData, foldOf } from './data.ts';
import { readFileSync } from 'node:fs';
import { Names, prepared, exampleOf, tried, type Example, type PreparedTable } from './examples.ts';
import { Learner, best, shuffled } from './learning.ts';
const [dir, trainN = '3000', devN = '1200', epochs = '4', configs='0.1:1e-4', show = '0'] = process.argv.slice(2);
const data = readData(dir!);
const names = { clues: new Names(), traits: new Names(), triggers: new Names() };
const grids = new Map(readFileSync('/tmp/wtq-grids.jsonl', 'utf8').split('\n').map((l) => { const g = JSON.parse(l); return [g.id, { fields: g.fields, rows: g.rows, columns: new Map(g.columns.map(([k, v]: any) => [k, v.map((x: any) => x ?? undefined)])) }] as const; }));
const tables = new Map<string, PreparedTable>();
const tableOf = (id: string) => { let t = tables.get(id); if (!t) tables.set(id, (t = prepared(grids.get(id)! as never))); return t; };
const sample = (split: string, n: number) => shuffled(data.questions.filter((q) => q.split === split), 7).slice(0, n).sort((a, b) => (a.table < b.table ? -1 : a.table > b.table ? 1 : 0));
let t0 = performance.now();
const train = sample('train', Number(trainN)).map((q) => exampleOf(q, tableOf(q.table), names)).filter((e) => e.size > 0);
const dev = sample('dev', Number(devN)).map((q) => exampleOf(q, tableOf(q.table), names));
console.log('made', train.length, dev.length, ((performance.now() - t0) / (train.length + dev.length)).toFixed(1), 'ms each', 'clues', names.clues.ids.size, 'traits', names.traits.ids.size, 'triggers', names.triggers.ids.size, process.memoryUsage.rss() / 1e6);
const has = (es: Example[]) => es.filter((e) => e.right.includes(1)).length / es.length;
console.log('oracle', has(train), has(dev));
let learner!: Learner;
for (const config of configs.split(',')) {
console.log(config);const [rate, decay] = config.split(':').map(Number);
learner = new Learner(names, rate, decay);
t0 = performance.now();
const evaluate = (es: Example[]) => {
  const bests = es.map((e) => best(e, learner.probabilities(e)));
  const acc = bests.filter((b) => b?.isRight).length / es.length;
  const sorted = bests.filter((b) => b).sort((a, b) => b!.probability - a!.probability);
  const at: Record<string, string> = {};
  for (const want of [0.72, 0.75, 0.78, 0.8]) {
    let right = 0; let bestRight = 0, thr = 0, ans = 0;
    sorted.forEach((b, i) => { if (b!.isRight) right++; if (right / (i + 1) >= want && i > 20) { bestRight = right; thr = b!.probability; ans = i + 1; } });
    at[want] = `${((100 * bestRight) / es.length).toFixed(1)}% right (answered ${((100 * ans) / es.length).toFixed(1)}%, p>${thr.toFixed(2)})`;
  }
  return { top1: acc.toFixed(3), ...at };
};
for (let epoch = 0; epoch < Number(epochs); epoch++) {
  for (const e of shuffled(train, epoch + 1)) learner.learn(e);
  console.log(epoch, ((performance.now() - t0) / 1000).toFixed(0) + 's', JSON.stringify(evaluate(dev)), epoch == Number(epochs) - 1 ? JSON.stringify(evaluate(train)) : '');
}
}
if (Number(show)) {
  let shown = 0;
  const wrongRules: Record<string, number> = {};
  for (const e of shuffled(train.length ? dev : dev, 5)) {
    const p = learner.probabilities(e); const b = best(e, p);
    if (b?.isRight) continue;
    const { readings, scene } = tried(e.asked.question, tableOf(e.asked.table));
    const line = (i: number) => { const { reading: r, values } = readings[i]!; return `${r.rule} T=${r.target?.key} by=${r.by?.key} g=${r.group?.key} where ${r.atoms.map((a) => a.field.key + ' ' + a.condition.operator + ' ' + JSON.stringify(a.condition.value).slice(0, 40)).join(' & ')} => ${JSON.stringify(values).slice(0, 60)}`; };
    let rightBest = -1; for (let i = 0; i < e.size; i++) if (e.right[i] && (rightBest < 0 || p[i]! > p[rightBest]!)) rightBest = i;
    if (b) wrongRules[readings[b.reading]!.reading.rule] = (wrongRules[readings[b.reading]!.reading.rule] ?? 0) + 1;
    if (shown++ < Number(show)) console.log(`\nQ ${e.asked.question} => ${e.asked.answers.join('|').slice(0, 60)}\n   [${scene.fields.map((f) => f.key).join(' ').slice(0, 160)}]\n   ${b ? b.probability.toFixed(2) + ' ' + line(b.reading) : 'nothing'}\n   right: ${rightBest >= 0 ? p[rightBest]!.toFixed(3) + ' ' + line(rightBest) : 'NONE'}`);
  }
  console.log(wrongRules);
}
