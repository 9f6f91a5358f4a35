import { workspacePage } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import { standingAt } from '../dashboard/board-fields.ts';
import type { BoardFilter, BoardQuestion } from '../dashboard/ports.ts';
import { lifecycleMailJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../ports.ts';
import { lifecycleDigestDue } from './events.ts';
import { type Digest, digestMail } from './mails/lifecycle-digest.ts';

/** So many documents are named; the dashboard has the others. */
const mostNamed = 10;
const mostCounted = 10_000;

/** Mails an owner what runs out and what is left undone; nothing if there is nothing of it. */
export const mailDigest = reaction(
  lifecycleDigestDue,
  {
    topic: 'lifecycle.mail_digest',
    policy: lifecycleMailJobs,
    mails: 'members',
    databaseRole: 'identity',
    aggregate: () => null,
  },
  async ({ userId }, context) => {
    const { read, mail, settings, now, timeZones } = context;
    const found = await read(async (ports) => {
      const recipient = await ports.memberDirectory.ownerContact(userId);
      if (recipient === null) return null;
      const { lifecycleBoard, documentHolds, lifecycleActions } = ports;
      const reading = { lifecycleBoard, documentHolds, lifecycleActions, timeZones };
      const digest = await digestFor(userId, now, reading);
      return { recipient, digest, workspace: await ports.workspaceIdentity.profile() };
    });
    if (found === null || isEmpty(found.digest)) return;
    const { recipient, digest, workspace } = found;
    await mail.send({
      key: userId,
      to: { address: recipient.address, name: recipient.displayName },
      ...digestMail({
        locale: recipient.locale,
        recipientName: recipient.displayName,
        workspaceName: workspace.name,
        digest,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);

type Reading = Pick<LifecyclePorts, 'lifecycleBoard' | 'documentHolds' | 'lifecycleActions'> &
  Pick<LifecycleReacting, 'timeZones'>;

/** What an owner sees, which is all documents. */
async function digestFor(userId: string, now: Instant, reading: Reading): Promise<Digest> {
  const { lifecycleBoard, lifecycleActions } = reading;
  const viewer = { userId, seesAll: true, isGuest: false };
  const standing = await standingAt(now, reading);
  const asking = (filter: Partial<BoardFilter>): BoardQuestion => ({
    ...standing,
    viewer,
    filter: { ...everything, ...filter },
  });
  const running = asking({ statuses: ['expired', 'in_grace', 'expiring_soon'] });
  const order = { sort: 'expiresOn', isDescending: false } as const;
  const [counts, next, overdueRenewals, holdsToReview, { actions }] = await Promise.all([
    lifecycleBoard.counts(asking({}), 1),
    lifecycleBoard.page(running, order, null, mostNamed),
    lifecycleBoard.countUpTo(asking({ risk: 'renewal_overdue' }), mostCounted),
    lifecycleBoard.countUpTo(asking({ risk: 'hold_review_due' }), mostCounted),
    lifecycleActions.standing(viewer, now),
  ]);
  return {
    expired: counts.byStatus.expired ?? 0,
    inGrace: counts.byStatus.in_grace ?? 0,
    expiringSoon: counts.byStatus.expiring_soon ?? 0,
    missingDate: counts.missingDate,
    unconfirmed: counts.unconfirmed,
    overdueRenewals,
    holdsToReview,
    failedActions: actions.dead,
    next: next
      .slice(0, mostNamed)
      .flatMap(({ documentName: name, expiresOn, timeZone }) =>
        expiresOn === null ? [] : [{ name, expiresOn, timeZone }],
      ),
  };
}

const everything: BoardFilter = {
  statuses: null,
  typeId: null,
  ownerUserId: null,
  folderId: null,
  policyId: null,
  held: null,
  risk: null,
  from: null,
  to: null,
  words: [],
};

const isEmpty = ({ next, ...counts }: Digest) =>
  next.length === 0 && Object.values(counts).every((count) => count === 0);
