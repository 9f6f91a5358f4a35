import { z } from 'zod';
import { purposeOfUse, recordsPurposeNotAllowed, recordsPurposeRequired } from '../../records/index.ts';
import { releasePackageInvalidState, releasePackageNotFound } from '../errors.ts';
import { expectedVersion, packageId } from './disclosure-fields.ts';
import { ReleasePackageView } from './package-views.ts';

/** What every step of a package takes, with what this one takes beside it. */
export const packageStep = <F extends z.ZodRawShape>(fields: F) =>
  z.strictObject({
    packageId: packageId(),
    ...fields,
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  });

export const stepped = () => z.object({ package: ReleasePackageView });
export const steppedWithLink = () =>
  stepped().extend({
    portalUrl: z
      .string()
      .nullable()
      .describe('The link for you to pass on, shown only here; null if it is mailed.'),
  });

/** What every step may refuse with. */
export const stepRefusals = [
  releasePackageNotFound,
  releasePackageInvalidState,
  recordsPurposeRequired,
  recordsPurposeNotAllowed,
];
