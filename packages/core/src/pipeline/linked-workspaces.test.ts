import {
  aFile,
  anAddress,
  aStranger,
  cleo,
  failureOf,
  fileRequestWorld,
  gatewayWorld,
  invited,
  inviteTokenOf,
  liveMeeting,
  mailedToken,
  meetingWorld,
  portalOffice,
  type SentRound,
  sentRound,
  sharing,
  signInAt,
  typed,
  type World,
  webinarWorld,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { hexOf, sha256 } from '../kernel/crypto.ts';
import { isFailure } from '../kernel/errors.ts';
import { isRead } from '../kernel/links.ts';
import { useCases } from './declarations.ts';

/** A world, and a call by a link of its workspace that the workspace alone can refuse. */
interface Linked {
  readonly here: Pick<World, 'sql' | 'workspaceId'>;
  call(): Promise<unknown>;
}

const nobodys = aStranger();

const byInvitation =
  (call: (made: World, token: string, email: string) => Promise<unknown>) => async (): Promise<Linked> => {
    const here = await world();
    const { token, email } = await invited(here);
    return { here, call: () => call(here, token, email) };
  };

type Meetings = World['chancery']['meetings'];

const byMeetingInvitation =
  (call: (meetings: Meetings, token: string, meetingId: string) => Promise<unknown>) =>
  async (): Promise<Linked> => {
    const here = await meetingWorld({ invitees: [cleo] });
    const token = await inviteTokenOf(here, cleo.email);
    return { here, call: () => call(here.chancery.meetings, token, here.meetingId) };
  };

const byJoinCode =
  (call: (meetings: Meetings, joinCode: string) => Promise<unknown>) => async (): Promise<Linked> => {
    const here = await world();
    const { joinCode } = await liveMeeting(here, { passcode: '482913' });
    return { here, call: () => call(here.chancery.meetings, joinCode) };
  };

const byAdmission =
  (call: (meetings: Meetings, token: string) => Promise<unknown>) => async (): Promise<Linked> => {
    const here = await world();
    const { hostToken } = await liveMeeting(here);
    return { here, call: () => call(here.chancery.meetings, hostToken) };
  };

const byWebinar =
  (call: (meetings: Meetings, joinCode: string, token: string) => Promise<unknown>) =>
  async (): Promise<Linked> => {
    const here = await webinarWorld();
    await here.register('dan');
    const token = await here.tokenOf('dan');
    return { here, call: () => call(here.chancery.meetings, here.joinCode, token) };
  };

const byShare =
  (call: (documents: World['chancery']['documents'], token: string) => Promise<unknown>) =>
  async (): Promise<Linked> => {
    const here = await sharing();
    const { token } = await here.share({ documentId: (await here.upload()).id });
    return { here, call: () => call(here.chancery.documents, token) };
  };

const byFileRequest =
  (
    call: (
      requests: World['chancery']['fileRequests'],
      token: string,
      itemId: string,
      uploadId: string,
    ) => Promise<unknown>,
  ) =>
  async (): Promise<Linked> => {
    const here = await fileRequestWorld();
    const { token } = await here.sent();
    const { item, upload } = await here.sendIn(token);
    return { here, call: () => call(here.requests, token, item.id, upload.id) };
  };

const bySigningLink =
  (
    call: (round: SentRound, token: string, code: string) => Promise<unknown>,
    verification: 'none' | 'sms' = 'none',
  ) =>
  async (): Promise<Linked> => {
    const here = await sentRound({ people: [{ name: 'Grace', verification }] });
    const token = here.tokenOf('Grace');
    const code = verification === 'sms' ? await codeSentTo(here, token) : '';
    return { here, call: () => call(here, token, code) };
  };

const byConsent =
  (call: (governance: World['chancery']['governance'], token: string) => Promise<unknown>) =>
  async (): Promise<Linked> => {
    const here = await world();
    const { records, governance } = here.chancery;
    const { subject } = await records.createSubject({ displayName: 'Ann Smith' }, here.owner.session);
    await governance.createRecordConsent(
      {
        subjectId: subject.id,
        category: 'research',
        method: 'portal',
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'I agree.',
        requestSignature: { email: 'ann@client.example' },
      },
      here.owner.session,
    );
    const token = await mailedToken(here, 'ann@client.example', 'consent');
    return { here, call: () => call(governance, token) };
  };

type Office = Awaited<ReturnType<typeof portalOffice>>;

const byPackage =
  (
    call: (office: Office, token: string, packageId: string) => Promise<unknown>,
    { requiresConsent = false } = {},
  ) =>
  async (): Promise<Linked> => {
    const office = await portalOffice();
    const { token, packageId } = await office.released({ requiresConsent });
    return { here: office, call: () => call(office, token, packageId) };
  };

/** Asks for a code, and lets so much time pass that another one can be asked for. */
async function codeSentTo(here: SentRound, token: string): Promise<string> {
  await here.chancery.signing.sendSigningCode({ token }, nobodys);
  await here.worker.drain();
  here.clock.advance({ minutes: 1 });
  return here.ports.sms.sent.at(-1)?.text.slice(0, 6) ?? '';
}

/** The endpoints that are open to anyone and enter a workspace, each with every kind of link that leads there. */
const entering: Readonly<Record<string, readonly (() => Promise<Linked>)[]>> = {
  previewInvitation: [
    byInvitation(({ chancery }, token) => chancery.workspace.previewInvitation({ token }, nobodys)),
  ],
  declineInvitation: [
    byInvitation(({ chancery }, token) => chancery.workspace.declineInvitation({ token }, nobodys)),
  ],
  registerAccount: [
    byInvitation(({ chancery }, invitationToken, email) =>
      chancery.identity.registerAccount(
        { email, invitationToken, password: 'correct horse battery staple', displayName: 'Zoe' },
        nobodys,
      ),
    ),
  ],
  signInWithGoogle: [
    byInvitation((here, invitationToken, email) =>
      signInAt(here, 'google', { subject: `g-${email}`, email, emailVerified: true }, { invitationToken }),
    ),
  ],
  signInWithApple: [
    byInvitation((here, invitationToken, email) =>
      signInAt(here, 'apple', { subject: `a-${email}`, email, emailVerified: true }, { invitationToken }),
    ),
  ],
  previewMeetingInvitation: [
    byMeetingInvitation((meetings, token) => meetings.previewMeetingInvitation({ token }, nobodys)),
  ],
  respondToMeetingInvitation: [
    byMeetingInvitation((meetings, token) =>
      meetings.respondToMeetingInvitation({ token, response: 'accepted' }, nobodys),
    ),
  ],
  getCalendarFile: [
    byMeetingInvitation((meetings, invite, meetingId) =>
      meetings.getCalendarFile({ meetingId, invite }, nobodys),
    ),
  ],
  readCalendarFeed: [
    async () => {
      const here = await meetingWorld();
      const { url } = await here.chancery.meetings.createCalendarFeed({ name: 'Mine' }, here.owner.session);
      const token = /[\w-]{43}/.exec(url)?.[0] ?? '';
      return { here, call: () => here.chancery.meetings.readCalendarFeed({ token }, nobodys) };
    },
  ],
  resolveJoinCode: [byJoinCode((meetings, joinCode) => meetings.resolveJoinCode({ joinCode }, nobodys))],
  checkPasscode: [
    byJoinCode((meetings, joinCode) => meetings.checkPasscode({ joinCode, passcode: '482913' }, nobodys)),
  ],
  requestAdmission: [
    byJoinCode((meetings, joinCode) =>
      meetings.requestAdmission({ joinCode, displayName: 'Zoe', passcode: '482913' }, nobodys),
    ),
  ],
  getAdmission: [byAdmission((meetings, token) => meetings.getAdmission({ token }, nobodys))],
  keepAdmission: [byAdmission((meetings, token) => meetings.keepAdmission({ token }, nobodys))],
  leaveAdmission: [byAdmission((meetings, token) => meetings.leaveAdmission({ token }, nobodys))],
  getWebinar: [byWebinar((meetings, joinCode) => meetings.getWebinar({ joinCode }, nobodys))],
  registerForWebinar: [
    byWebinar((meetings, joinCode) =>
      meetings.registerForWebinar({ joinCode, email: anAddress(), displayName: 'Zoe' }, nobodys),
    ),
  ],
  getRegistration: [byWebinar((meetings, _, token) => meetings.getRegistration({ token }, nobodys))],
  cancelRegistration: [byWebinar((meetings, _, token) => meetings.cancelRegistration({ token }, nobodys))],
  getClientFileRequest: [
    byFileRequest((requests, token) => requests.getClientFileRequest({ token }, nobodys)),
  ],
  uploadClientFile: [
    byFileRequest((requests, token, itemId) =>
      requests.uploadClientFile({ token, itemId, file: aFile('passport.pdf') }, nobodys),
    ),
  ],
  getClientFileContent: [
    byFileRequest((requests, token, _, uploadId) =>
      requests.getClientFileContent({ token, uploadId }, nobodys),
    ),
  ],
  getDocumentShare: [byShare((documents, token) => documents.getDocumentShare({ token }, nobodys))],
  getDocumentShareContent: [
    byShare((documents, token) => documents.getDocumentShareContent({ token }, nobodys)),
  ],
  getSigningLink: [
    bySigningLink(({ chancery }, token) => chancery.signing.getSigningLink({ token }, nobodys)),
  ],
  getSigningContent: [
    bySigningLink(({ chancery }, token) => chancery.signing.getSigningContent({ token }, nobodys)),
  ],
  completeSigning: [
    bySigningLink(({ chancery, completion }) =>
      chancery.signing.completeSigning({ ...completion('Grace'), signature: typed('Grace') }, nobodys),
    ),
  ],
  sendSigningCode: [
    bySigningLink(({ chancery }, token) => chancery.signing.sendSigningCode({ token }, nobodys), 'sms'),
  ],
  verifySigningCode: [
    bySigningLink(
      ({ chancery }, token, code) => chancery.signing.verifySigningCode({ token, code }, nobodys),
      'sms',
    ),
  ],
  declineSigning: [
    bySigningLink(({ chancery }, token) => chancery.signing.declineSigning({ token, reason: 'No' }, nobodys)),
  ],
  getPortal: [
    byConsent((governance, token) => governance.getPortal({ authorization: `Bearer ${token}` }, nobodys)),
    byPackage(({ look }, token) => look(token)),
  ],
  listPortalPackages: [byPackage(({ listed }, token) => listed(token))],
  getPortalPackage: [byPackage(({ read }, token, packageId) => read(token, packageId))],
  getPortalAttachmentContent: [
    async () => {
      const office = await portalOffice();
      const { artifactId, attachmentId } = await office.signedWithFile();
      const { token, packageId, made } = await office.released(
        { requiresConsent: false },
        { items: [{ artifactId }] },
      );
      const itemId = made.items[0]?.id ?? '';
      return { here: office, call: () => office.content(token, { packageId, itemId, attachmentId }) };
    },
  ],
  exportPortalPackage: [byPackage(({ take }, token) => take(token))],
  addPortalInteraction: [byPackage(({ say }, token) => say(token, 'acknowledged'))],
  decidePortalConsent: [
    byPackage(({ decide }, token) => decide(token), { requiresConsent: true }),
    byConsent((governance, token) =>
      governance.decidePortalConsent(
        {
          token,
          kind: 'record_consent',
          decision: 'accept',
          signerName: 'Ann Smith',
          signerRelationship: 'self',
          statementSha256: hexOf(sha256('I agree.')),
          agreedToElectronic: true,
          typedSignature: 'Ann Smith',
        },
        nobodys,
      ),
    ),
  ],
  receiveItip: [
    async () => {
      const here = await gatewayWorld();
      return { here, call: () => here.reply() };
    },
  ],
};

/** Those that do not, by hand; with what they do instead. */
const others: Readonly<Record<string, string>> = {
  answerChallenge: 'opens a session, in a workspace of the account that can act',
  confirmEmailChange: 'is about the account alone',
  finishAppleSignIn: 'joins a workspace by the same step as signInWithApple',
  finishGoogleSignIn: 'joins a workspace by the same step as signInWithGoogle',
  forgotPassword: 'is about the account alone',
  getAuditLogKeys: 'a ledger is verified by its keys for ever, whatever became of its workspace',
  listPlans: 'is about the installation',
  login: 'opens a session, in a workspace of the account that can act',
  passkeyAssertionOptions: 'is about the account alone',
  receiveConferenceEvents: 'what has happened in a room is kept, whatever became of the workspace since',
  receiveStripeEvent: 'keeps the event for a job',
  redeemHandoff: 'joins a workspace by the same step as signInWithGoogle',
  refreshSession: 'renews a session, in a workspace of the account',
  resendEmailVerification: 'is about the account alone',
  resetPassword: 'is about the account alone',
  revertEmailChange: 'is about the account alone',
  signInWithPasskey: 'opens a session, in a workspace of the account that can act',
  startAppleSignIn: 'begins a sign-in, which ends elsewhere',
  startGoogleSignIn: 'begins a sign-in, which ends elsewhere',
  undoAddition: 'is about the account alone',
  verifyDocument: 'answers by a digest, over all workspaces',
  verifyEmail: 'is about the account alone',
};

const open = useCases().filter(({ useCase }) => useCase.access === 'anyone');

/** The code of the refusal and of its first detail, or `none`. */
async function refusalOf(promise: Promise<unknown>): Promise<readonly string[]> {
  try {
    await promise;
    return ['none'];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.code, ...error.details.slice(0, 1).map(({ code }) => code)];
  }
}

describe('endpoints that are reached by a link', () => {
  it('PLT-22: every endpoint that is open to anyone is tried here, or named with what it does instead', () => {
    expect(open.map(({ name }) => name).toSorted()).to.deep.equal(
      [...Object.keys(entering), ...Object.keys(others)].toSorted(),
    );
  });

  for (const { name, useCase } of open)
    for (const make of entering[name] ?? [])
      it(`PLT-22: ${name} ${isRead(useCase) ? 'reads' : 'is refused'} while its workspace is closing or suspended, and says that a closed one is closed`, async () => {
        const { here, call } = await make();
        const refused = isRead(useCase) ? ['none'] : ['workspace.not_active'];
        const stand = (status: string) =>
          here.sql('update workspaces set status = $2 where id = $1', [here.workspaceId, status]);

        for (const status of ['closing', 'suspended']) {
          await stand(status);
          expect(await refusalOf(call()), status).to.deep.equal(refused);
        }
        await stand('closed');
        expect(await refusalOf(call())).to.deep.equal(['link.gone', 'workspace_closed']);
        await stand('active');
        expect(await failureOf(call())).to.equal('none');
      });

  it('PLT-22: who follows an invitation while signed in is held to the same', async () => {
    const here = await world();
    const mallory = await here.stranger();
    const { token } = await invited(here, { email: mallory.email });
    const accept = () => here.chancery.workspace.acceptInvitation({ token }, mallory.session);
    const stand = (status: string) =>
      here.sql('update workspaces set status = $2 where id = $1', [here.workspaceId, status]);

    await stand('suspended');
    expect(await refusalOf(accept())).to.deep.equal(['workspace.not_active']);
    await stand('closed');
    expect(await refusalOf(accept())).to.deep.equal(['link.gone', 'workspace_closed']);
    await stand('active');
    expect(await refusalOf(accept())).to.deep.equal(['none']);
  });
});

describe('a link that is gone', () => {
  const reasonOf = async (promise: Promise<unknown>) => (await refusalOf(promise)).join(' ');

  it('PLT-22: of an invitation to a workspace says whether it was used, withdrawn, replaced or too late', async () => {
    const here = await world();
    const { chancery, owner, clock, worker } = here;
    const preview = ({ token }: { token: string }) =>
      reasonOf(chancery.workspace.previewInvitation({ token }, nobodys));
    const [declined, revoked, replaced, late] = [
      await invited(here),
      await invited(here),
      await invited(here),
      await invited(here, { expiresInDays: 1 }),
    ];
    const idOf = ({ invitation }: typeof declined) => ({ invitationId: invitation.id });
    await chancery.workspace.declineInvitation({ token: declined.token }, nobodys);
    await chancery.workspace.revokeInvitation(idOf(revoked), owner.session);
    clock.advance({ minutes: 5 });
    await chancery.workspace.resendInvitation(idOf(replaced), owner.session);
    await worker.drain();
    const answers = [await preview(declined), await preview(revoked), await preview(replaced)];
    clock.advance({ days: 1 });

    expect([...answers, await preview(late)]).to.deep.equal(
      ['spent', 'revoked', 'superseded', 'expired'].map((reason) => `link.gone ${reason}`),
    );
  });

  it('PLT-22: of an invitation to a meeting says whether it was withdrawn, replaced or is over', async () => {
    const here = await meetingWorld();
    const { chancery, owner, meetingId, clock } = here;
    const of = async (email: string) => {
      const made = await here.invite({ ...cleo, email });
      return { id: { meetingId, invitationId: made.invitation.id }, token: here.tokenOf(made.inviteUrl) };
    };
    const [revoked, replaced, over] = [
      await of('dan@client.example'),
      await of('eve@client.example'),
      await of('fay@client.example'),
    ];
    await chancery.meetings.revokeMeetingInvitation(revoked.id, owner.session);
    await chancery.meetings.resendMeetingInvitation(replaced.id, owner.session);
    const preview = ({ token }: { token: string }) =>
      reasonOf(chancery.meetings.previewMeetingInvitation({ token }, nobodys));
    const file = ({ token }: { token: string }) =>
      reasonOf(chancery.meetings.getCalendarFile({ meetingId, invite: token }, nobodys));
    const enter = ({ token }: { token: string }) =>
      reasonOf(
        chancery.meetings.requestAdmission({ joinCode: here.meeting.joinCode, invite: token }, nobodys),
      );

    for (const ask of [preview, file, enter])
      expect([await ask(revoked), await ask(replaced)]).to.deep.equal([
        'link.gone revoked',
        'link.gone superseded',
      ]);
    clock.advance({ days: 365 });
    expect(await preview(over)).to.equal('link.gone over');
  });

  it('PLT-22: of a registration says whether it was declined or cancelled, and of a session that it is over', async () => {
    const webinar = await webinarWorld();
    for (const name of ['dan', 'eve']) await webinar.register(name);
    const tokens = [await webinar.tokenOf('dan'), await webinar.tokenOf('eve')];
    await webinar.decide('dan', 'decline');
    await webinar.cancel('eve');
    const { meetings } = webinar.chancery;
    const answers = tokens.map((token) => reasonOf(meetings.getRegistration({ token }, nobodys)));
    const files = tokens.map((invite) =>
      reasonOf(meetings.getCalendarFile({ meetingId: webinar.meeting.id, invite }, nobodys)),
    );

    const expected = ['link.gone declined', 'link.gone cancelled'];
    expect(await Promise.all(answers)).to.deep.equal(expected);
    expect(await Promise.all(files)).to.deep.equal(expected);

    const room = await world();
    const { sessionId, hostToken: token } = await liveMeeting(room);
    await room.chancery.meetings.endSession({ sessionId }, room.owner.session);
    expect(await reasonOf(room.chancery.meetings.getAdmission({ token }, nobodys))).to.equal(
      'link.gone over',
    );
  });

  it('PLT-22: of an account keeps its reason to itself, since all of them answer alike', async () => {
    const { chancery } = await world();
    const token = 'A'.repeat(43);

    expect(
      await reasonOf(
        chancery.identity.resetPassword({ token, newPassword: 'correct horse battery' }, nobodys),
      ),
    ).to.equal('link.gone');
  });
});
