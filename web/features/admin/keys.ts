export const usersKey = ['admin', 'users'];

/** The answers that show users. */
export const usersStale = [usersKey, ['people']];
