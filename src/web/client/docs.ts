// What script makes better on the reference of the interface, which is complete without it.
import { searchReference } from './docs-search.ts';
import { offerRequests } from './docs-try.ts';

searchReference();
offerRequests();
