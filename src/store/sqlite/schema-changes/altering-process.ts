import SQLite from 'better-sqlite3';
import { addFunctions } from '../functions.ts';

const lockPatienceMs = 60_000;

const [path, statement] = process.argv.slice(2) as [string, string];
const connection = new SQLite(path, { fileMustExist: true, timeout: lockPatienceMs });
addFunctions(connection);
connection.pragma('synchronous = FULL');
connection.pragma('cache_size = -65536');
connection.exec(statement);
process.stdout.write(String(connection.prepare('select total_changes()').pluck().get()));
connection.close();
