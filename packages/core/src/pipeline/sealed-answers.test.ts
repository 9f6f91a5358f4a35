import { expect } from 'chai';
import { useCases } from './declarations.ts';

/** Whose answers hold what opens something: a token, a key, a link or a passcode. */
const holding: Readonly<Record<string, readonly string[]>> = {
  identity: [
    'answerChallenge',
    'beginTotp',
    'confirmTotp',
    'finishAppleSignIn',
    'finishGoogleSignIn',
    'login',
    'redeemHandoff',
    'refreshSession',
    'registerAccount',
    'registerPasskey',
    'renewRecoveryCodes',
    'signInWithApple',
    'signInWithGoogle',
    'signInWithPasskey',
    'switchWorkspace',
  ],
  integrations: ['createApiKey', 'rotateApiKey'],
  documents: ['createDocumentShare'],
  fileRequests: ['remindFileRequest', 'sendFileRequest'],
  signing: ['createSigningLink', 'verifySigningCode'],
  lifecycle: ['createLifecycleWebhook'],
  governance: ['addPortalInteraction', 'createPortalLink', 'createRecordWebhook', 'releaseReleasePackage'],
  webhooks: ['createWebhookEndpoint', 'rotateWebhookSecret'],
  meetings: [
    'createCalendarFeed',
    'createInstantMeeting',
    'createMeeting',
    'createMeetingInvitation',
    'requestAdmission',
    'resendMeetingInvitation',
    'startMeeting',
    'updateMeeting',
  ],
};

describe('answers that are kept under an idempotency key', () => {
  const kept = useCases().filter(({ useCase }) => useCase.kind === 'command' || useCase.kind === 'action');

  for (const context of new Set(kept.map((row) => row.context)))
    it(`PLT-4: of ${context} those that hold a secret are sealed, and no others`, () => {
      const sealed = kept.filter((row) => row.context === context && row.useCase.secret);

      expect(sealed.map(({ name }) => name)).to.have.members([...(holding[context] ?? [])]);
    });
});
