import { testOffers } from './acting.ts';

testOffers('a private channel', { name: 'Board', visibility: 'private' }, ['owner', 'manager']);
