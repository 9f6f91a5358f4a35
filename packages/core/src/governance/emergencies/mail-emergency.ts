import { workspacePage } from '../../kernel/links.ts';
import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { type GovernancePorts, reaction } from '../ports.ts';
import { breakGlassNoticeDue, lookupsNoticeDue } from './events.ts';
import { emergencyMail, lookupsMail } from './mails/emergency-mail.ts';

/** Whoever has to know of an emergency knows within seconds, or as soon as mail leaves again (governance 12). */
const job = {
  policy: {
    ...defaultJobPolicy,
    ...{ queue: 'mail', maxAttempts: 20, baseSeconds: 5, capSeconds: 30 },
  },
  mails: 'members',
  databaseRole: 'identity',
} as const;

const peopleOf = async (
  userIds: { readonly about: string; readonly to: string },
  { memberDirectory, workspaceIdentity }: GovernancePorts,
) => {
  const to = await memberDirectory.contact(userIds.to);
  if (to === null) return null;
  const about = await memberDirectory.nameOf(userIds.about);
  return { to, about: about ?? userIds.about, workspace: await workspaceIdentity.profile() };
};

export const mailEmergency = reaction(
  breakGlassNoticeDue,
  {
    ...job,
    topic: 'break_glass.notify',
    aggregate: ({ sessionId }) => ({ type: 'break_glass', id: sessionId }),
  },
  async ({ sessionId, toUserId, occasion }, { read, mail, settings, timeZones }) => {
    const found = await read(async (ports) => {
      const emergency = await ports.emergencies.get(sessionId);
      const people = emergency && (await peopleOf({ about: emergency.userId, to: toUserId }, ports));
      return emergency && people && { emergency, ...people };
    });
    if (found === null) return;
    const { emergency, to, about, workspace } = found;
    const isReviewed = emergency.review !== null && emergency.review.decision !== 'needs_follow_up';
    if (occasion === 'overdue' && isReviewed) return;
    await mail.send({
      // One mail a day says that a review is overdue.
      key: [occasion, toUserId, ...(occasion === 'overdue' ? [emergency.remindedAt ?? ''] : [])].join(':'),
      to: { address: to.address, name: to.displayName },
      ...emergencyMail({
        ...{ locale: to.locale, recipientName: to.displayName, occasion, who: about },
        ...{ reasonCode: emergency.reasonCode, decision: emergency.review?.decision ?? null },
        ...{ startedAt: emergency.startedAt, expiresAt: emergency.expiresAt, dueAt: emergency.reviewDueAt },
        ...{ timeZone: workspace.defaultTimeZone, rules: timeZones },
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);

export const mailLookups = reaction(
  lookupsNoticeDue,
  {
    ...job,
    topic: 'break_glass.tell_of_lookups',
    aggregate: ({ userId }) => ({ type: 'member', id: userId }),
  },
  async ({ userId, toUserId, on }, { read, mail, settings, timeZones }) => {
    const found = await read((ports) => peopleOf({ about: userId, to: toUserId }, ports));
    if (found === null) return;
    const { to, about, workspace } = found;
    await mail.send({
      key: `${toUserId}:${on}`,
      to: { address: to.address, name: to.displayName },
      ...lookupsMail({
        ...{ locale: to.locale, recipientName: to.displayName, who: about, at: on },
        ...{ timeZone: workspace.defaultTimeZone, rules: timeZones },
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
