import { testOffers } from './acting.ts';

testOffers('a private channel', { name: 'Board', visibility: 'private' }, ['admin inside', 'admin', 'elsewhere']);
