import { testOffers } from './acting.ts';

testOffers('a channel that the organisation reads and writes', { name: 'Ideas' }, ['outsider', 'reader']);
