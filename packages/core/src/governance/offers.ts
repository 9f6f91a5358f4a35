import { offer } from '../kernel/context-ports.ts';
import type { RecordPacks } from '../records/index.ts';
import { recordPacks } from './packs/known-packs.ts';
import { ports } from './ports.ts';

/** The ports that this context implements for others. */
export const offers = {
  recordPacks: offer(ports, (own): RecordPacks => recordPacks(own)),
};
