import type { Database, WriteScope } from '../store/database.ts';
import { meter, secondsOf, Stage } from './stage.ts';

const transactions = new Stage('workspace.write.duration', 'Time from asking for a transaction to its commit');
const waits = secondsOf('workspace.write.wait', 'Time from asking for a transaction to its begin');
const repeats = meter.createCounter('workspace.write.repeats', {
  description: 'Transactions that began again, because they met another one or lost their connection',
});
const scans = new Stage('workspace.scan.duration', 'Time from asking for a read of many rows to its rows');

/** The same database, with a span for each transaction and each scan. */
export function observed<Engine extends Database>(database: Engine): Engine {
  const { write, writeInStretches, scan } = database;
  return {
    ...database,
    write: (scope, change) =>
      transactions.run({ name: 'write', attributes: { 'workspace.scope': kindOf(scope) } }, (span) => {
        const asked = performance.now();
        let begun = 0;
        return write(scope, (tx) => {
          begun += 1;
          if (begun > 1) repeats.add(1);
          else waits.record((performance.now() - asked) / 1_000);
          span.setAttributes({ 'workspace.begun': begun, 'workspace.waited_ms': performance.now() - asked });
          return change(tx);
        });
      }),
    writeInStretches: (scope, work) =>
      transactions.run({ name: 'write in stretches', attributes: { 'workspace.scope': kindOf(scope) } }, () =>
        writeInStretches(scope, work),
      ),
    scan: (statement, effort, requester) =>
      scans.run({ name: 'scan', attributes: {} }, (span) => {
        span.setAttribute('workspace.rows', effort.rows);
        return scan(statement, effort, requester);
      }),
  };
}

const kindOf = (scope: WriteScope): string => (typeof scope === 'string' ? scope : 'user');
