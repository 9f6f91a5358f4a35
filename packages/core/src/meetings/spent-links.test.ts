import {
  aStranger,
  cleo,
  failureOf,
  liveMeeting,
  meetingWorld,
  statementsOf,
  webinarWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { z } from 'zod';
import type { UseCase } from '../kernel/declaration.ts';
import { useCases } from '../pipeline/declarations.ts';

/** Of the person of a calendar file there are two tables, and one of them is asked. */
const phaseOf = (statement: string) =>
  /^\s*select '(invitation|registration)' kind, [ir]\./.test(statement) ? 'the person' : statement;

interface Links {
  readonly at: Pick<Awaited<ReturnType<typeof meetingWorld>>, 'chancery' | 'database' | 'ports'>;
  readonly meetingId: string;
  /** Links that opened something once, by what became of them. */
  readonly spent: Readonly<Record<string, string>>;
}

/** A link that was replaced by a newer one, and one that was revoked. */
async function invitationLinks(): Promise<Links> {
  const at = await meetingWorld();
  const { chancery, owner, meetingId } = at;
  const invited = async (email: string) => at.invite({ ...cleo, email });
  const [replaced, revoked] = [await invited('dan@client.example'), await invited('eve@client.example')];
  const change = (made: typeof replaced) => ({ meetingId, invitationId: made.invitation.id });
  await chancery.meetings.resendMeetingInvitation(change(replaced), owner.session);
  await chancery.meetings.revokeMeetingInvitation(change(revoked), owner.session);
  return {
    at,
    meetingId,
    spent: { replaced: at.tokenOf(replaced.inviteUrl), revoked: at.tokenOf(revoked.inviteUrl) },
  };
}

async function registrationLinks(): Promise<Links> {
  const at = await webinarWorld();
  for (const name of ['dan', 'eve']) await at.register(name);
  const spent = { declined: await at.tokenOf('dan'), cancelled: await at.tokenOf('eve') };
  await at.decide('dan', 'decline');
  await at.cancel('eve');
  return { at, meetingId: at.meeting.id, spent };
}

async function admissionLinks(): Promise<Links> {
  const at = await meetingWorld();
  const { meetingId, sessionId, hostToken } = await liveMeeting(at);
  await at.chancery.meetings.endSession({ sessionId }, at.owner.session);
  return { at, meetingId, spent: { ended: hostToken } };
}

async function feedLinks(): Promise<Links> {
  const at = await meetingWorld();
  const { chancery, owner, meetingId } = at;
  const { feed, url } = await chancery.meetings.createCalendarFeed({ name: 'Mine' }, owner.session);
  await chancery.meetings.deleteCalendarFeed({ feedId: feed.id }, owner.session);
  return { at, meetingId, spent: { revoked: /[\w-]{43}/.exec(url)?.[0] ?? '' } };
}

const linksFor: Readonly<Record<string, readonly (() => Promise<Links>)[]>> = {
  respondToMeetingInvitation: [invitationLinks],
  previewMeetingInvitation: [invitationLinks],
  getCalendarFile: [invitationLinks, registrationLinks],
  getRegistration: [registrationLinks],
  cancelRegistration: [registrationLinks],
  getAdmission: [admissionLinks],
  keepAdmission: [admissionLinks],
  leaveAdmission: [admissionLinks],
  readCalendarFeed: [feedLinks],
};

const fieldOfLink = ({ input }: UseCase) =>
  ['token', 'invite'].find((field) => field in (input.shape as z.ZodRawShape));
const opened = useCases().filter(
  ({ context, name, useCase }) =>
    context === 'meetings' &&
    useCase.access === 'anyone' &&
    fieldOfLink(useCase) !== undefined &&
    // A link that opens nothing lets nobody in here, and the code alone is answered.
    name !== 'requestAdmission',
);

describe('links that open nothing', () => {
  it('MTG-39: are tried here at every endpoint that takes a link', () => {
    expect(Object.keys(linksFor).sort()).to.deep.equal(opened.map(({ name }) => name).sort());
  });

  for (const { name, useCase } of opened)
    for (const make of linksFor[name] ?? [])
      it(`MTG-39: ${name} does the same work for links that never existed as for others, by ${make.name}`, async () => {
        const { at, meetingId, spent } = await make();
        const { chancery, database, ports } = at;
        const works: Record<string, readonly string[]> = {};
        const work = async (link: string) => {
          const hashes: string[] = [];
          const { hash } = ports.linkTokens;
          ports.linkTokens.hash = (token) => {
            hashes.push('hash');
            return hash.call(ports.linkTokens, token);
          };
          const input = { meetingId, [fieldOfLink(useCase) ?? '']: link, response: 'accepted' };
          const named = Object.keys(useCase.input.shape as z.ZodRawShape);
          const given = Object.fromEntries(Object.entries(input).filter(([key]) => named.includes(key)));
          let code = '';
          const statements = await statementsOf(database, async () => {
            code = await failureOf(chancery.execute(name, useCase, given, aStranger()));
          });
          ports.linkTokens.hash = hash;
          return { code, done: [...hashes, ...statements.map(phaseOf)] };
        };

        // The first call of an endpoint finds out whether its statements can travel together.
        await work(ports.linkTokens.random());
        const unknown = await work(ports.linkTokens.random());
        for (const [kind, link] of Object.entries(spent)) works[kind] = (await work(link)).done;

        expect(unknown.code).to.match(/not_found$/);
        expect(works).to.deep.equal(
          Object.fromEntries(Object.keys(spent).map((kind) => [kind, unknown.done])),
        );
      });
});
