import { signedCertificate } from '@chancery/verify';
import { localDate } from '../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { GovernancePorts } from '../ports.ts';
import { numberedInYear } from '../retention/hold.ts';
import { type Certificate, coveredOf, digestOf, withoutEvidence } from './certificate.ts';
import { aboutReview, dispositionExecuted } from './events.ts';
import { type DispositionReview, dispositionReviewStates } from './review.ts';

type Context = Pick<
  GovernancePorts,
  'dispositions' | 'retentionPolicies' | 'recordSettings' | 'recordSigning' | 'workspaceIdentity'
> &
  Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'keyRing' | 'random' | 'timeZones'>;

/** Ends a review of which nothing is left to do, with the signed evidence of what was done. */
export async function issueCertificate(
  review: DispositionReview,
  context: Context,
): Promise<{ readonly review: DispositionReview; readonly certificate: Certificate }> {
  const { dispositions, retentionPolicies, recordSettings, recordSigning, workspaceIdentity } = context;
  const { now, newId, emit, timeZones } = context;
  const items = await dispositions.items([review.id]);
  const policies = await retentionPolicies.findAll([...new Set(items.map(({ policyId }) => policyId))]);
  const { defaultTimeZone, id: workspaceId } = await workspaceIdentity.profile();
  const year = localDate(now, defaultTimeZone, timeZones).slice(0, 4);
  const number = await dispositions.nextCertificateNumber(year);
  const covered = coveredOf(review, items, {
    certificateNumber: numberedInYear('DC', year, number),
    issuedAt: now,
    legalBasis: [...new Set(policies.map(({ legalBasis }) => legalBasis))].sort().join('\n'),
    backupRetentionDays: (await recordSettings.get()).backupRetentionDays,
  });
  const { keyId, signature } = await recordSigning.sign(
    workspaceId,
    signedCertificate(withoutEvidence(covered)),
    context,
  );
  const certificate: Certificate = {
    ...{ id: newId(), reviewId: review.id, certificateNumber: covered.certificateNumber, issuedAt: now },
    ...{ covered, sha256: digestOf(covered), signature, keyId },
  };
  await dispositions.addCertificate(certificate);
  const executed = await dispositions.save({
    ...review,
    status: dispositionReviewStates.next(review.status, 'complete'),
    ...{ executedAt: now, updatedAt: now, updatedByUserId: null },
  });
  emit(dispositionExecuted, {
    ...aboutReview(executed),
    ...{ certificateId: certificate.id, sha256: certificate.sha256 },
  });
  return { review: executed, certificate };
}
