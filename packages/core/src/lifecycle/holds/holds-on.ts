import type { DocumentHold } from '../../documents/index.ts';
import type { LifecyclePorts } from '../ports.ts';

/** The active holds on these documents, those of other contexts too. */
export const holdsOn = async (
  documentIds: readonly string[],
  { documentHolds }: Pick<LifecyclePorts, 'documentHolds'>,
): Promise<readonly DocumentHold[]> =>
  (await Promise.all(documentHolds.map(({ on }) => on(documentIds)))).flat();
