import { effectivePlan, type PlanCatalog } from '../../kernel/entitlements.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type RegistrationMailSubject, registrationApproved, registrationMailDue } from './events.ts';
import type { Webinar } from './ports.ts';
import { approved, type Registration } from './registration.ts';

export type PlacesContext = Pick<FollowUpContext, 'now' | 'emit'> & {
  readonly plans: PlanCatalog;
} & Pick<MeetingsPorts, 'registrations' | 'workspacePlans' | 'meetings'>;

/** A mail leaves a minute after the change, so that a further change replaces it (meetings 7.4). */
const mailDelaySeconds = 60;

/** How many can be approved: the lower of the webinar's capacity and the plan's; null is without limit. */
export async function capacityOf(
  { webinar }: Pick<Webinar, 'webinar'>,
  { plans, workspacePlans, now }: Pick<PlacesContext, 'plans' | 'workspacePlans'> & { readonly now: Instant },
): Promise<number | null> {
  const { planCode, terms } = await workspacePlans.get();
  const ofPlan = effectivePlan(plans, planCode, terms, now).limits.webinar_attendees;
  if (webinar.capacity === null) return ofPlan;
  return ofPlan === null ? webinar.capacity : Math.min(webinar.capacity, ofPlan);
}

interface MailTopic {
  readonly about?: RegistrationMailSubject;
  readonly meetingId?: string | null;
  readonly sessionId?: string | null;
}

export const mailOf = (
  { id: registrationId, status }: Pick<Registration, 'id' | 'status'>,
  now: Instant,
  { about = 'standing', meetingId = null, sessionId = null }: MailTopic = {},
) => ({ registrationId, status, about, meetingId, sessionId, dueAt: plusSeconds(now, mailDelaySeconds) });

/** Identifies a mail that waits: by the person and the calendar entry. A cancellation has a key of its own. */
export const mailAggregate = ({
  registrationId,
  about,
  meetingId,
  sessionId,
}: Omit<ReturnType<typeof mailOf>, 'status' | 'dueAt'>) => ({
  type: 'registration',
  id: [registrationId, sessionId ?? meetingId, about === 'session_cancelled' ? 'cancelled' : null]
    .filter((part) => part !== null)
    .join(':'),
});

/** The parts of a split webinar with sessions to come; the registration's own meeting if there is none any more. */
export async function partsAhead(
  { chainId, meetingId }: Pick<Registration, 'chainId' | 'meetingId'>,
  { meetings }: Pick<MeetingsPorts, 'meetings'>,
): Promise<readonly string[]> {
  const parts = (await meetings.ofChain(chainId)).filter(
    ({ status }) => status === 'scheduled' || status === 'live',
  );
  return parts.length === 0 ? [meetingId] : parts.map(({ id }) => id);
}

/** Mails the status of a registration; if that gives or cancels calendar entries, in one mail for each. */
export async function notifyOfStatus(
  registration: Registration,
  context: Pick<PlacesContext, 'now' | 'emit' | 'meetings'>,
): Promise<void> {
  const { emit, now } = context;
  const { status, wasApproved } = registration;
  const hasEntries =
    status === 'approved' || (wasApproved && (status === 'declined' || status === 'cancelled'));
  if (!hasEntries) return emit(registrationMailDue, mailOf(registration, now));
  for (const meetingId of await partsAhead(registration, context))
    emit(registrationMailDue, mailOf(registration, now, { meetingId }));
}

/**
 * Gives the free places to those who have waited longest (MTG-82), and promotes nobody while as many as the capacity or
 * more are approved (MTG-83). Call it after every change by which a place may become free.
 */
export async function promoteWaitlist(chainId: string, context: PlacesContext): Promise<void> {
  const { registrations, emit, now } = context;
  await registrations.holdPlaces(chainId);
  const webinar = await registrations.webinarOfChain(chainId);
  if (webinar === null || isOver(webinar, now)) return;
  const capacity = await capacityOf(webinar, context);

  for (;;) {
    const first = await registrations.firstInLine(chainId);
    if (first === null || !(await registrations.takePlace(chainId, capacity))) return;
    const after = await registrations.save(
      approved({ ...first, mailedAt: now }, 'promote', { at: now, byUserId: null }),
    );
    const { id: registrationId, meetingId, version, email, displayName } = after;
    emit(registrationApproved, {
      registrationId,
      meetingId,
      version,
      email,
      displayName,
      byUserId: null,
      promoted: true,
    });
    await notifyOfStatus(after, context);
  }
}

/** Whether no session of it is still to come. */
export const isOver = ({ status, endsAt }: Pick<Webinar, 'status' | 'endsAt'>, now: Instant): boolean =>
  status === 'cancelled' || status === 'ended' || (endsAt !== null && endsAt <= now);

/** Registration takes place from its opening, inclusive, to its close, exclusive (MTG-86). */
export function isOpen(webinar: Pick<Webinar, 'status' | 'endsAt' | 'webinar'>, now: Instant): boolean {
  const { registrationOpensAt, registrationClosesAt } = webinar.webinar;
  if (isOver(webinar, now)) return false;
  if (registrationOpensAt !== null && now < registrationOpensAt) return false;
  return registrationClosesAt === null || now < registrationClosesAt;
}
