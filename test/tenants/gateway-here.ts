import { openCore } from '../../src/commands/core.ts';
import { listen } from '../../src/commands/listen.ts';
import { originOf, readConfig } from '../../src/config.ts';
import { forgetOutdated } from '../../src/auth/forgetting.ts';
import { maintain } from '../../src/folder/maintenance.ts';
import { createLogger } from '../../src/log.ts';
import { discardAbandonedRows } from '../../src/store/data-tables/pending-rows.ts';
import { tokenInHand } from '../../src/workspace/operation/upload-example.ts';
import { showLeftVersions } from '../../src/workspace/placing/feed-items.ts';

/** A gateway in this process, which does all background work. */
export async function gatewayHere(dataFolder: string) {
  const config = await readConfig({ data: dataFolder, port: '0', rateLimit: '0', webhookHosts: ['*'] }, {});
  let url = originOf(config);
  const errors: unknown[] = [];
  const core = await openCore(config, {
    isShared: true,
    publicUrl: () => url,
    gatewayUrl: async () => url,
    uploadAuthorization: tokenInHand,
    onError: (error) => void errors.push(error),
  });
  const listener = await listen(core, { ...config, version: '0' }, createLogger('silent'), { authorization: config });
  url = listener.url;
  const { services } = core;
  return {
    url,
    /** Errors of background work. */
    errors,
    /** The work of every hour, with a trash that keeps nothing. */
    async maintained() {
      await services.indexer.idle();
      await maintain(services, forgetOutdated, 0);
      await discardAbandonedRows(services.database);
      await showLeftVersions(services.database);
      await Promise.all([services.indexer.look(), services.extractor.look()]);
      services.dataIndexes.refresh();
      await services.indexer.idle();
    },
    async close() {
      await listener.app.close();
      await core.close();
    },
  };
}
