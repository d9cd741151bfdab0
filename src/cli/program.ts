import type { Command } from 'commander';
import { Cli, type CliOptions } from './cli.ts';
import { addAccess } from './commands/access.ts';
import { addArtifacts } from './commands/artifacts.ts';
import { addChannels } from './commands/channels.ts';
import { addCompletion } from './commands/completion.ts';
import { addDataSets } from './commands/data-sets.ts';
import { addExport } from './commands/tables/export.ts';
import { addFeed } from './commands/feed.ts';
import { addFeedback } from './commands/feedback.ts';
import { addFiles } from './commands/files.ts';
import { addHelp } from './commands/help.ts';
import { addInbox } from './commands/inbox.ts';
import { addImport } from './commands/tables/import.ts';
import { addLogin } from './commands/account/login.ts';
import { addLogout } from './commands/account/logout.ts';
import { addPassword } from './commands/account/password.ts';
import { addPeople } from './commands/people.ts';
import { addPost } from './commands/post.ts';
import { addQuery } from './commands/query.ts';
import { addRecords } from './commands/records.ts';
import { addSearch } from './commands/search.ts';
import { addSessions } from './commands/sessions.ts';
import { addSignIns } from './commands/account/sign-ins.ts';
import { addTrash } from './commands/trash.ts';
import { addViews } from './commands/views.ts';
import { addWatch } from './commands/watch.ts';
import { addWebhooks } from './commands/account/webhooks.ts';
import { addWhoami } from './commands/account/whoami.ts';
import { givenOnce } from './given-once.ts';

/** The command line for people and scripts, without the commands that run the workspace. */
export function addCommands(root: Command, options: CliOptions): void {
  const cli = new Cli(options);
  const commands = [
    addLogin,
    addLogout,
    addWhoami,
    addSignIns,
    addPassword,
    addWebhooks,
    addFiles,
    addArtifacts,
    addSessions,
    addChannels,
    addPeople,
    addAccess,
    addDataSets,
    addViews,
    addRecords,
    addQuery,
    addFeed,
    addWatch,
    addPost,
    addInbox,
    addSearch,
    addTrash,
    addImport,
    addExport,
    addFeedback,
    addCompletion,
    addHelp,
  ];
  for (const add of commands) add(root, cli);
  givenOnce(root);
}
