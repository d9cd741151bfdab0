import type { Handlers } from '../operation/handlers.ts';
import { maxUploadBytes } from '../operation/forms.ts';

export const me: Handlers<'me'> = {
  async get(context) {
    const { userId, scopes } = context.caller;
    const user = await context.database.read((db) =>
      db
        .selectFrom('users')
        .innerJoin('organizations', 'organizations.id', 'users.organization_id')
        .select(['users.name', 'organizations.id as organizationId', 'organizations.name as organizationName'])
        .where('users.id', '=', userId)
        .executeTakeFirstOrThrow(),
    );
    return {
      userId,
      name: user.name,
      organization: { id: user.organizationId, name: user.organizationName },
      scopes: [...scopes],
      maxUploadBytes: await maxUploadBytes(context),
    };
  },
};
