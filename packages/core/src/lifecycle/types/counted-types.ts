import { viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { mostCounted } from './views.ts';

/** How many active documents the caller sees of each type (LIF-24). */
export const countsOfTypes = (
  ids: readonly string[],
  { documentTypes, user }: Pick<LifecyclePorts, 'documentTypes'> & Pick<HandlerContext, 'user'>,
): Promise<ReadonlyMap<string, number>> => documentTypes.documentCounts(ids, viewerOf(user), mostCounted);
