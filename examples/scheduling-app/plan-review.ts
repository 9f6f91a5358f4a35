import type { Chancery } from '@chancery/sdk';

export interface ReviewPlan {
  /** Our own reference; the meeting carries it, so that we find it again. */
  readonly reference: string;
  readonly title: string;
  readonly requestedStart: string;
  readonly timeZone: string;
  readonly durationMinutes: number;
  readonly weeks: number;
  readonly guests: readonly { readonly email: string; readonly displayName: string }[];
}

/** A participant may miss one time in eight. */
const tolerated = 1 / 8;

/** Puts the review into everybody's calendar once, at the requested time or at the first that suits all. */
export async function planReview(chancery: Chancery, plan: ReviewPlan): Promise<void> {
  const known = await findReview(chancery, plan.reference);
  if (known !== null) {
    console.log(
      `${known.title} is in the calendar already, next on ${known.nextOccurrence?.startsAt ?? 'no day'}`,
    );
    return;
  }

  const { user } = await chancery.identity.getMe();
  const { members } = await chancery.workspace.listMembers({ limit: 50 });
  const team = members.filter(({ role, id }) => role !== 'guest' && id !== user.id);
  const scheduledStartAt = await freeStart(chancery, plan, team);

  const { title, timeZone, durationMinutes, guests } = plan;
  const { meeting, invitationCount } = await chancery.meetings.createMeeting(
    {
      title,
      description: 'Numbers first, then what stands in the way.',
      scheduledStartAt,
      timeZone,
      durationMinutes,
      recurrence: { rrule: `FREQ=WEEKLY;COUNT=${plan.weeks}` },
      invitees: team.map(({ id }) => ({ userId: id })),
      externalReference: plan.reference,
    },
    // Repeated after a crash, the call has no second effect.
    { idempotencyKey: plan.reference },
  );
  console.log(
    `${title}: ${meeting.recurrence?.text}, first on ${scheduledStartAt}, ${invitationCount} invited`,
  );

  for (const guest of guests) {
    const { inviteUrl } = await chancery.meetings.createMeetingInvitation({
      meetingId: meeting.id,
      ...guest,
    });
    console.log(`${guest.displayName} joins by ${inviteUrl}`);
  }
}

/** Finds our meeting among the coming and the past ones. */
export async function findReview(chancery: Chancery, reference: string) {
  for (const scope of ['upcoming', 'previous'] as const)
    for await (const meeting of chancery.meetings.listMeetingsAll({ scope }))
      if (meeting.externalReference === reference) return meeting;
  return null;
}

async function freeStart(
  chancery: Chancery,
  { requestedStart, timeZone, durationMinutes, weeks }: ReviewPlan,
  team: readonly { readonly id: string }[],
): Promise<string> {
  const weekLater = new Date(Date.parse(requestedStart) + 7 * 86_400_000).toISOString();
  const { conflicts, checkedOccurrences, suggestions } = await chancery.meetings.checkAvailability({
    startsAt: requestedStart,
    durationMinutes,
    timeZone,
    recurrence: { rrule: `FREQ=WEEKLY;COUNT=${weeks}` },
    attendees: team.map(({ id }) => ({ userId: id })),
    suggest: { from: requestedStart, to: weekLater, count: 1, stepMinutes: 30 },
  });

  for (const { message } of conflicts.slice(0, 5)) console.log(message);
  const missed = new Set(conflicts.map(({ occurrenceStartsAt }) => occurrenceStartsAt)).size;
  if (missed <= checkedOccurrences * tolerated) return requestedStart;
  const [suggestion] = suggestions;
  if (suggestion === undefined) throw new Error('There is no time in that week at which everybody is free.');
  return suggestion.startsAt;
}
