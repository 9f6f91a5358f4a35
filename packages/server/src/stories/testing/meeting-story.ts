import type { SpooledMail } from '@chancery/adapters-services';
import { readByIcal, readByPython, unfolded } from '@chancery/core/testing';
import type { Chancery, MeetingOccurrence } from '@chancery/sdk';
import { expect } from 'chai';
import { type Installation, openInstallation } from './installation.ts';
import { peopleOf } from './people.ts';

/** Ann's workspace, and what the people of a walk-through find in their mailboxes. */
export interface MeetingStory extends Installation {
  readonly ann: Chancery;
  /** Somebody who accepts an invitation into Ann's workspace. */
  join(email: string, displayName: string): Promise<{ readonly person: Chancery; readonly userId: string }>;
  /** The mails since the last call; mails about meetings are sent after a minute, so that much time passes. */
  newMails(seconds?: number): Promise<readonly SpooledMail[]>;
}

export async function openMeetingStory(...given: Parameters<typeof openInstallation>): Promise<MeetingStory> {
  const installation = await openInstallation(...given);
  const seen = new Set<string>();
  const newMails = async (seconds = 61) => {
    installation.advance(seconds);
    const mails = (await installation.mails()).filter(({ id }) => !seen.has(id));
    for (const { id } of mails) seen.add(id);
    return mails;
  };
  const { registerVerified, joinByInvitation } = peopleOf(installation);

  const ann = await registerVerified('ann@example.com', 'Ann');
  await ann.identity.updateMe({ timeZone: 'Europe/Berlin' });
  await newMails(0);
  return {
    ...installation,
    ann,
    newMails,
    async join(email, displayName) {
      const person = await joinByInvitation(ann, { email, displayName, role: 'member' });
      await newMails(0);
      return { person, userId: (await person.identity.getMe()).user.id };
    },
  };
}

export const mailsTo = (mails: readonly SpooledMail[], address: string): readonly SpooledMail[] =>
  mails.filter(({ to }) => to === address || to.endsWith(`<${address}>`));

/** The only mail that came to this address; throws if there are none or more. */
export function oneMailTo(mails: readonly SpooledMail[], address: string): SpooledMail {
  const [mail, ...others] = mailsTo(mails, address);
  expect(
    others.map(({ subject }) => subject),
    `further mails to ${address}`,
  ).to.deep.equal([]);
  if (mail === undefined) throw new Error(`No mail came to ${address}`);
  return mail;
}

/** The token in the link of an invitation. */
export const inviteTokenIn = ({ text }: SpooledMail): string => /&invite=([\w-]{43})/.exec(text)?.[1] ?? '';
/** The token in the link of a registration. */
export const registrationTokenIn = ({ text }: SpooledMail): string =>
  /&registration=([\w-]{43})/.exec(text)?.[1] ?? '';

/** The content lines of the calendar object in a mail, unfolded. */
export const calendarLines = ({ calendar }: SpooledMail): readonly string[] => unfolded(calendar ?? '');

/** The starts that both readers find in a file; they must agree, also in every length and title. */
export function startsIn(file: string, until = '2030-01-01T00:00:00.000Z'): readonly string[] {
  const byIcal = readByIcal(file, until);
  expect(readByPython([{ text: file, until }])[0]).to.deep.equal(byIcal);
  return byIcal.map(({ startsAt }) => startsAt);
}

/** Every session of a meeting that is not cancelled. */
export async function startsOf(client: Chancery, meetingId: string): Promise<readonly string[]> {
  const { occurrences } = await client.meetings.listOccurrences({ meetingId });
  return occurrences.filter(({ status }) => status !== 'cancelled').map(({ startsAt }) => startsAt);
}

/** The session whose start the rule gave as this wall time. */
export async function sessionAt(
  client: Chancery,
  meetingId: string,
  recurrenceId: string,
): Promise<MeetingOccurrence & { readonly sessionId: string }> {
  const { occurrences } = await client.meetings.listOccurrences({ meetingId });
  const session = occurrences.find((occurrence) => occurrence.recurrenceId === recurrenceId);
  if (session?.id == null) throw new Error(`No session at ${recurrenceId}`);
  return { ...session, sessionId: session.id };
}
