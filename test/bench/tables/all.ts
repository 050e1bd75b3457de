import type { Table } from '../table';
import { benchstat } from './benchstat';
import { clicks } from './clicks';
import { decoders } from './decoders';
import { goroutines } from './goroutines';
import { host } from './host';
import { hostile } from './hostile';
import { fleet } from './fleet';
import { instances } from './instances';
import { limits } from './limits';
import { memory } from './memory';
import { page } from './page';
import { programs } from './programs';
import { queries } from './queries';
import { runtimeLog } from './runtimeLog';
import { typical } from './typical';
import { whole } from './whole';

/** All tables, in the order of the report. */
export const TABLES: readonly Table[] = [
  whole, decoders, queries, memory, typical, clicks, page, host, hostile, benchstat, goroutines, runtimeLog,
  programs, instances, fleet, limits,
];
