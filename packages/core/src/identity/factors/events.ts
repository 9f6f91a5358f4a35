import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, shown, userId, workspaceId } from '../../kernel/shapes.ts';

const person = ({ userId: subject }: { userId: string }) => ({ kind: 'user', id: subject });

const aboutFactor = (type: string) =>
  event(
    type,
    z.strictObject({
      userId: userId(),
      factorId: id(),
      kind: z.enum(['totp', 'passkey']),
      name: z.string(),
    }),
    {
      target: ({ factorId }) => ({ kind: 'factor', id: factorId }),
      facts: ({ kind, userId: owner }) => ({ kind, userId: owner }),
      detail: ({ name }) => ({ name }),
    },
  );
export const factorEnrolled = aboutFactor('factor.enrolled');
export const factorRemoved = aboutFactor('factor.removed');

export const recoveryCodeUsed = event(
  'factor.recovery_code_used',
  z.strictObject({ userId: userId(), remaining: z.int() }),
  { target: person, facts: ({ remaining }) => ({ remaining }) },
);

export const recoveryCodesRenewed = event(
  'factor.recovery_codes_renewed',
  z.strictObject({ userId: userId() }),
  { target: person },
);

/** Internal: a passkey came with a counter that its authenticator has passed already, so it may have been copied (MFA-4). */
export const passkeySuspected = event(
  'factor.passkey_suspected',
  z.strictObject({ userId: userId(), factorId: id() }),
  null,
);

/** Internal: somebody who knows the password tries codes (THR-17). */
export const codesGuessed = event('factor.codes_guessed', z.strictObject({ userId: userId() }), null);

export const factorResetRequested = event(
  'factor.reset_requested',
  z.strictObject({
    factorResetId: id(),
    userId: userId(),
    requestedByUserId: userId(),
    workspaceId: workspaceId(),
    reason: z.string(),
    effectiveAt: shown.instant(),
  }),
  {
    target: person,
    facts: ({ requestedByUserId, effectiveAt }) => ({ requestedByUserId, effectiveAt }),
    detail: ({ reason }) => ({ reason }),
  },
);

export const factorResetCancelled = event(
  'factor.reset_cancelled',
  z.strictObject({ factorResetId: id(), userId: userId(), cancelledByUserId: userId().nullable() }),
  { target: person, facts: ({ cancelledByUserId }) => ({ cancelledByUserId }) },
);

export const factorResetDone = event(
  'factor.reset_done',
  // Both are null if the operator did it at once, because nobody requested it.
  z.strictObject({
    factorResetId: id().nullable(),
    userId: userId(),
    requestedByUserId: userId().nullable(),
  }),
  { target: person, facts: ({ requestedByUserId }) => ({ requestedByUserId }) },
);

/** Internal: one for each person who is notified of a request, so that a mail that fails holds back no other. */
export const factorResetNotice = event(
  'factor.reset_notice',
  z.strictObject({ factorResetId: id(), recipientUserId: userId() }),
  null,
);

/** Internal: a member is notified that a workspace demands a second factor of them (MFA-12). */
export const secondFactorDue = event(
  'factor.second_factor_due',
  z.strictObject({ userId: userId(), workspaceId: workspaceId() }),
  null,
);
