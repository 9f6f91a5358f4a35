import { offer } from '../kernel/context-ports.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { type IdentityPorts, ports } from './ports.ts';
import { type Reauthenticator, reauthenticator } from './reauthenticator.ts';

/** The ports that this context implements for others. */
export const offers = {
  reauthenticator: offer(
    ports,
    // What a handler of the asking transaction holds beside its ports, the others' handlers hold too.
    (own): Reauthenticator => reauthenticator(own as () => WritingContext & IdentityPorts),
  ),
};
