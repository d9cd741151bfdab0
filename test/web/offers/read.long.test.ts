import { testOffers } from './acting.ts';

testOffers('a channel that the organisation reads', { name: 'News', openWriting: false }, ['outsider', 'admin']);
