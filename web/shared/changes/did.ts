import type { ActivityAction, ActivityItem, ActivityType } from '../../../schemas/activity.ts';
import { kinds } from '../things/kinds.ts';

const verbs: Readonly<Record<ActivityAction, string>> = {
  created: 'made',
  updated: 'changed',
  imported: 'imported rows into',
  attached: 'attached',
  detached: 'detached',
  moved: 'moved',
  joined: 'joined',
  reacted: 'reacted to',
  deleted: 'deleted',
  restored: 'restored',
};

const madeBy: Partial<Record<ActivityType, string>> = {
  post: 'wrote',
  comment: 'wrote',
  file: 'added',
  session: 'began',
};

/** The act, in a word. */
export const didTo = ({ action, type }: Pick<ActivityItem, 'action' | 'type'>): string =>
  (action === 'created' && madeBy[type]) || (action === 'updated' && type === 'session' ? 'talked in' : verbs[action]);

/** Several of its kind: "records". */
export const manyOf = ({ type }: Pick<ActivityItem, 'type'>): string => {
  const many = kinds[type].many;
  return type === 'data_set' || type === 'view' ? many : many.toLowerCase();
};
