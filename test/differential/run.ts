import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../support/random.ts';
import { compare, type Findings, refusals, summary } from './comparing.ts';
import { gatewayIn } from './gateway.ts';
import { imported } from './loading.ts';

const usage = 'node test/differential/run.ts DIR [--queries 1000] [--seed N] [--time-zone Europe/Berlin]';

/** Compares the product with DuckDB on every CSV file of a folder. Exit status 1 when they disagree. */
async function run(folder: string, queries: number, seed: number, timeZone: string): Promise<number> {
  const gateway = await gatewayIn(timeZone);
  const findings: Findings[] = [];
  try {
    const files = (await readdir(folder)).filter((file) => extname(file).toLowerCase() === '.csv').sort();
    for (const file of files) {
      const csv = await readFile(join(folder, file), 'utf8');
      try {
        const table = await imported(gateway, { name: basename(file, extname(file)), csv });
        const chance = new Random(seed);
        const found = [
          await compare(gateway, table, { queries, seed, chance }),
          await refusals(gateway, table, { seed, chance }),
        ];
        console.log(
          `${file}: ${table.rows.length} records; ${table.fields.map(({ key, type }) => `${key} ${type}`).join(', ')}`,
        );
        console.log(summary(found, seed));
        findings.push(...found);
      } catch (error) {
        console.log(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await gateway.close();
  }
  console.log(`${findings.reduce((sum, { asked }) => sum + asked, 0)} queries in all`);
  return findings.every(({ disagreements }) => disagreements.length === 0) ? 0 : 1;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'time-zone': { type: 'string', default: 'Europe/Berlin' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await run(folder, Number(values.queries), Number(values.seed), values['time-zone']);
}
