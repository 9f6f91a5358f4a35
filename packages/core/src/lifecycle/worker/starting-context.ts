import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../ports.ts';

/** What actions are started with. */
export type StartingContext = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones'>;
