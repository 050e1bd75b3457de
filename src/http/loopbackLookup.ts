import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

const LOOPBACK: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }];

/** Looks localhost up, which is both loopback addresses, although some machines list only one of them. */
export const loopbackLookup: LookupFunction = (hostname, options, done) => {
  const all: LookupAllOptions = { ...options, family: 0, all: true };
  lookup(hostname, all, (error, found) => {
    const listed = error ? [] : found;
    const more = LOOPBACK.filter(({ address }) => !listed.some((each) => each.address === address));
    const addresses = [...listed, ...more];
    if (options.all) done(null, addresses);
    else done(null, addresses[0].address, addresses[0].family);
  });
};
