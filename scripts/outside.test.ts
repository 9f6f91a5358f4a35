import { join } from 'node:path';
import { isScopeAccess, useCases } from '@chancery/core/internal';
import { expect } from 'chai';
import { declarationsOf } from './declared-reach.ts';

/**
 * Whom the jobs of a reaction write to. `account`: the person whose account it is, at an address that they claim.
 * `members`: people of the workspace. `known`: people who were invited or registered before, or who asked for it
 * themselves. `strangers`: people or servers that may hear of the workspace for the first time.
 */
type Reach = 'account' | 'members' | 'known' | 'strangers';

/** Written by hand: whoever adds a reaction that leaves the process says here whom it reaches. */
const reachOfReactions: Readonly<Record<Reach, readonly string[]>> = {
  account: [
    'finishFactorReset',
    'mailAccountDeactivated',
    'mailAddressInUse',
    'mailCodesGuessed',
    'mailEmailChangeConfirm',
    'mailEmailChanged',
    'mailFactorAdded',
    'mailFactorRemoved',
    'mailFactorResetDone',
    'mailFactorResetRequested',
    'mailIdentityLinked',
    'mailIdentityUnlinked',
    'mailNewDevice',
    'mailPasskeySuspicious',
    'mailPasswordChanged',
    'mailPasswordChangedByReset',
    'mailPasswordResetLink',
    'mailPasswordResetLinkAfterRevert',
    'mailRecoveryCodeUsed',
    'mailRecoveryCodesRenewed',
    'mailSecondFactorDue',
    'mailSessionEnded',
    'mailSignInBlocked',
    'mailVerificationAgain',
    'mailVerifyEmail',
    'notifyOfFactorReset',
  ],
  members: [
    'applyBillingEvent',
    'endSubscriptionAtClosing',
    'executeDisposition',
    'extractDocument',
    'handleFailingWebhook',
    'mailAmendmentAccepted',
    'mailAmendmentDenied',
    'mailAmendmentExtended',
    'mailAmendmentFulfilled',
    'mailAmendmentLate',
    'mailAmendmentRequested',
    'mailAmendmentVersion',
    'mailApiKeyActorLeft',
    'mailApiKeyCreated',
    'mailApiKeyExpiring',
    'mailAuthorizationDue',
    'mailAuthorizationRequested',
    'mailBillingNotice',
    'mailCaseTransferDecided',
    'mailCaseTransferRequested',
    'mailCoSignDeclined',
    'mailCoSignRequested',
    'mailCodesLocked',
    'mailDeadLetters',
    'mailDigest',
    'mailDispositionEnded',
    'mailDispositionExecuted',
    'mailDispositionRequested',
    'mailDispositionScheduled',
    'mailDocumentQuarantined',
    'mailEmergency',
    'mailEntryApproved',
    'mailEntryReturned',
    'mailEntrySubmitted',
    'mailEntryTakenOver',
    'mailExtractionFailed',
    'mailFollowUpAssigned',
    'mailFollowUpReminder',
    'mailHoldPlaced',
    'mailRecordHoldPlaced',
    'mailRecordHoldReleased',
    'mailHoldReview',
    'mailInvitationDeclined',
    'mailLedgerAlarm',
    'mailLookups',
    'mailMemberJoined',
    'mailMemberRemoved',
    'mailMergeNotice',
    'mailNewOrganizer',
    'mailPackageApproved',
    'mailPortalNotice',
    'mailRenewalApproved',
    'mailRenewalOpened',
    'mailRenewalOverdue',
    'mailRenewalRejected',
    'mailRenewalSubmitted',
    'mailRequestOwner',
    'mailResponses',
    'mailRetentionCandidates',
    'mailRetentionDigest',
    'mailRezoned',
    'mailRoleChanged',
    'mailSecondPerson',
    'mailShareViewed',
    'mailSignatureDue',
    'mailSigningOwner',
    'mailUnsignedToLeads',
    'mailWebhookDisabled',
    'mailWebhookFailing',
    'mailWorkspaceClosing',
    'noteActorBecameGuest',
    'noteActorRemoved',
    'noteActorSuspended',
    'notifyOfClosing',
    'raiseLedgerAlarm',
    'runDisposition',
    'runLifecycleAction',
    'runQueuedCheck',
    'sendLifecycleNotice',
    'verifyNightly',
    'watchSecondPersonJoined',
    'watchSecondPersonReactivated',
    'watchSecondPersonReinstated',
    'watchSecondPersonRole',
  ],
  known: [
    'cancelRequestsAtClosing',
    'cosignCheckpoint',
    'flagAmendedItems',
    'flagItemsInError',
    'mailClientNotice',
    'mailFollowUp',
    'mailPortalItemFlagged',
    'mailPortalRevoked',
    'mailRegistrant',
    'mailSealedCopy',
    'mailSigningNotice',
    'notifyInviteesOfCancellation',
    'notifyInviteesOfCancelledSession',
    'notifyInviteesOfChangedSession',
    'notifyInviteesOfNewOrganizer',
    'notifyInviteesOfRestoredSession',
    'notifyInviteesOfSplit',
    'notifyInviteesOfTail',
    'notifyInviteesOfUpdate',
    'notifyRegistrantsOfCancellation',
    'notifyRegistrantsOfCancelledSession',
    'notifyRegistrantsOfChangedSession',
    'notifyRegistrantsOfRestoredSession',
    'notifyRegistrantsOfSplit',
    'notifyRegistrantsOfUpdate',
    'rebaseZones',
    'remindRegistrant',
    'scanClientUpload',
    'sealCompletedRound',
    'sendCode',
    'voidQuarantinedRound',
  ],
  strangers: [
    'deliverWebhook',
    'mailConsent',
    'mailFileRequest',
    'mailInvitation',
    'mailOutsideNotice',
    'mailPortalRelease',
    'mailReminder',
    'mailShareInvitation',
    'mailSigningLink',
    'notifyInviteeOfInvitation',
    'sendMeetingMail',
  ],
};

/** Endpoints from which a stranger can be reached by name, and that reach none; with the reason. */
const reachNobody: Readonly<Record<string, string>> = {
  createLifecycleAction:
    'a notice leaves only where somebody whose own address is verified has switched such notices on',
  duplicateMeeting: 'the copy has no invitees',
  openPersonalRoom: 'a personal room has no invitees',
  revokeMeetingInvitation: 'the mail goes to somebody who was invited',
  testRecordWebhook: 'the address was given by somebody whose own is verified',
  testWebhookEndpoint: 'the address was given by somebody whose own is verified',
};

describe('what reaches outside the workspace', () => {
  const { all, resolved, reachedFrom } = declarationsOf(join(import.meta.dirname, '../packages/core/src'));
  const reactions = all.filter(({ madeBy }) => madeBy === 'reaction');
  type Declared = (typeof all)[number];

  const following = (event: Declared): readonly Declared[] =>
    reactions.filter(({ file, firstArgument }) => resolved(file, firstArgument ?? '') === event);
  const leavesAtOnce = (declared: Declared): boolean =>
    [...reachedFrom(declared)].some(({ leaves }) => leaves.size > 0);
  /** The reactions to what the declaration may emit, without the one to whose own event it is. */
  const causedBy = (declared: Declared): readonly Declared[] => {
    const own = resolved(declared.file, declared.firstArgument ?? '');
    return [...reachedFrom(declared, (next) => next !== own)].flatMap(following);
  };
  const leaving = new Set<Declared>(reactions.filter(leavesAtOnce));
  for (let before = -1; before !== leaving.size; ) {
    before = leaving.size;
    for (const reaction of reactions)
      if (causedBy(reaction).some((next) => leaving.has(next))) leaving.add(reaction);
  }

  it('PLT-13: each reaction that leaves the process, by itself or by what it causes, says whom it reaches', () => {
    const said = Object.values(reachOfReactions).flat();

    expect(said.toSorted()).to.deep.equal([...leaving].map(({ name }) => name).toSorted());
  });

  it('PLT-13: each endpoint for people and keys that can reach a stranger declares it, or is named with a reason', () => {
    const strangers = new Set(reachOfReactions.strangers);
    const reaching = useCases().filter(({ name, useCase: { access } }) => {
      if (access === 'anyone') return false;
      const declared = all.find(
        (each) =>
          each.name === name && ['command', 'action', 'query', 'slowQuery'].includes(each.madeBy ?? ''),
      );
      if (declared === undefined) throw new Error(`${name} was not found in the sources`);
      return leavesAtOnce(declared) || causedBy(declared).some((reaction) => strangers.has(reaction.name));
    });
    const undeclared = reaching
      .filter(({ useCase }) => useCase.outside === undefined)
      .map(({ name }) => name);

    expect(undeclared.toSorted()).to.deep.equal(Object.keys(reachNobody).toSorted());
    // The ones that it must find, so that the search is seen to search.
    expect(reaching.map(({ name }) => name)).to.include.members([
      'createMeeting',
      'createIntegrationMeeting',
      'createInvitation',
      'redeliverWebhook',
      'remindInvitees',
    ]);
    expect(reaching.some(({ useCase }) => isScopeAccess(useCase.access))).to.equal(true);
  });
});
