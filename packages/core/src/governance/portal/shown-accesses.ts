import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { purposes } from '../../records/index.ts';
import type { PackageItem } from '../disclosures/release-package.ts';
import type { GovernancePorts } from '../ports.ts';
import type { OpenedPackage } from './opened-package.ts';
import { accessKinds, type RecordAccess } from './ports.ts';

const most = 200;

export const RecordAccessView = z
  .object({
    at: shown.instant().describe('When it was.'),
    kind: z.enum(accessKinds).describe('What somebody was given.'),
    by: z
      .enum(['staff', 'recipient', 'system'])
      .describe('Whether it was somebody of the workspace, a recipient of a package, or the service itself.'),
    purposeOfUse: z.enum(purposes).nullable().describe('For what purpose; null if none was said.'),
  })
  .meta({ id: 'RecordAccess', description: 'That somebody was given something of a record.' });

/**
 * Who was given something of the released entries: for the subject alone, once the package is open to them, and without
 * names of the staff. Null for everybody else.
 */
export async function shownAccesses(
  { released, requires }: OpenedPackage,
  items: readonly Pick<PackageItem, 'artifactId'>[],
  { portalAccesses }: Pick<GovernancePorts, 'portalAccesses'>,
): Promise<RecordAccess[] | null> {
  if (released.recipient.kind !== 'subject' || requires.length > 0) return null;
  const artifactIds = [...new Set(items.map(({ artifactId }) => artifactId))];
  return [...(await portalAccesses.of(released, artifactIds, most))];
}
