import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import type { Flags } from '../../settings/given.ts';
import { addSettings, optionOf } from '../../settings/options.ts';
import { config, data, json } from '../options.ts';
import type { Printing } from './administration.ts';
import type { BackupOptions, RestoreOptions } from './backup.ts';
import type { ExportOptions } from './export.ts';
import type { MoveOptions } from './move.ts';

/** The commands on a workspace as a whole. */
export function addWhole(admin: Command, release: string): void {
  addBackup(admin, release);
  addCheck(admin);
  addMove(admin);
  addExport(admin);
}

function addBackup(admin: Command, release: string): void {
  addSettings(admin.command('backup'), 'blobs')
    .description('write all that the data folder holds at one moment to one file, which also holds its keys')
    .argument('<file>', 'where no file is yet')
    .option('--skip-damaged', 'skip files whose bytes are missing or damaged, and list them', false)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (file: string, options: BackupOptions & Flags) =>
      (await import('./backup.ts')).adminBackup(await readConfig(options), file, release, options),
    );
  admin
    .command('restore')
    .description('make a data folder of a backup')
    .argument('<file>', 'a backup that "admin backup" wrote')
    .option(...optionOf('data', { help: 'data folder, which must be empty or not exist' }))
    .option(...config)
    .option('--with-connections', 'take over the connected files and issuers that it names', false)
    .option(...json)
    .action(async (file: string, options: RestoreOptions & Flags) =>
      (await import('./backup.ts')).adminRestore(await readConfig(options), file, options),
    );
}

function addCheck(admin: Command): void {
  addSettings(admin.command('check'), 'blobs')
    .description('verify database, files, search index and keys')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./check.ts')).adminCheck(await readConfig(options), options),
    );
}

function addExport(admin: Command): void {
  addSettings(admin.command('export'), 'blobs')
    .description('write all of one organisation to a data folder of its own, wherever the workspace is')
    .argument('<folder>', 'new data folder, which must be empty or not exist')
    .requiredOption('--organization <organization>', 'its ID or name')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (folder: string, options: ExportOptions & Flags) =>
      (await import('./export.ts')).adminExport(await readConfig(options), folder, options),
    );
}

function addMove(admin: Command): void {
  addSettings(admin.command('move'), 'database', 'blobs')
    .description('bring the database to a server and files into a bucket, or back; goes on where a run ended')
    .option('--skip-damaged', 'skip files whose bytes are missing or damaged, and list them', false)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: MoveOptions & Flags) =>
      (await import('./move.ts')).adminMove(await readConfig(options), options),
    );
}
