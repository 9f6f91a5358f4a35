import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { PackageItem } from '../disclosures/release-package.ts';
import { portalItemNotFound } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import { countedOpening } from './counted-opening.ts';
import {
  aboutRelease,
  type InteractionType,
  portalDeclined,
  portalInteraction,
  portalItemRead,
  portalNoticeDue,
} from './events.ts';
import { type OpenedPackage, requireOpen } from './opened-package.ts';
import { type NewSession, newSession } from './verified-code.ts';

/** What a recipient says that they do. */
export interface Said {
  readonly id: string;
  readonly type: InteractionType;
  readonly itemId: string | null;
  readonly message: string | null;
}

type Context = WritingContext & GovernancePorts;
type Taking = (opened: OpenedPackage, said: Said, context: Context, key: OpenedKey | null) => Promise<void>;

/** What follows from each, for whoever has done everything that is required. */
const taken: Readonly<Record<Exclude<InteractionType, 'verify_access_code' | 'declined'>, Taking>> = {
  opened: async () => undefined,
  item_viewed: async (opened, said, context) => {
    const { id: itemId, artifactId } = await itemOf(opened, said, context);
    context.emit(portalItemRead, {
      ...aboutRelease(opened.released),
      ...{ itemId, artifactId, attachmentId: null, bytes: null },
    });
  },
  acknowledged: (opened, said, context) => note(opened, said, context),
  question: async (opened, said, context, key) => {
    await ask(opened, said, context, key);
    await note(opened, said, context);
  },
  correction_request: async (opened, said, context, key) => {
    await askForCorrection(opened, said, context, key);
    await note(opened, said, context);
  },
};

/** Notes what was said, and does what follows from it; the session that the right code has opened, or null. */
export async function takenInteraction(
  opened: OpenedPackage,
  said: Said,
  context: Context,
  key: OpenedKey | null,
): Promise<NewSession | null> {
  if (said.type === 'declined') {
    await decline(opened, context);
    return null;
  }
  if (said.type === 'verify_access_code') {
    await note(opened, said, context);
    return newSession(opened, context);
  }
  requireOpen(opened);
  const activity = await countedOpening(opened, context);
  await taken[said.type]({ ...opened, activity }, said, context, key);
  return null;
}

async function note(
  { released }: OpenedPackage,
  { id: interactionId, type, itemId }: Said,
  { emit }: Pick<Context, 'emit'>,
): Promise<void> {
  emit(portalInteraction, { ...aboutRelease(released), interactionId, type, itemId });
}

async function itemOf(
  { released }: OpenedPackage,
  { itemId }: Said,
  { releasePackages }: Pick<Context, 'releasePackages'>,
): Promise<PackageItem> {
  const item = (await releasePackages.items(released.id)).find(({ id }) => id === itemId);
  if (item === undefined) throw portalItemNotFound();
  return item;
}

/** Whoever declines is shown nothing further, whatever they agreed to before (PORT-8). */
async function decline(
  { released, activity }: OpenedPackage,
  { recipientActivity, emit, newId, now }: Context,
): Promise<void> {
  if (activity.declinedAt !== null) return;
  await recipientActivity.save({ ...activity, declinedAt: now, consentedAt: null });
  emit(portalDeclined, { ...aboutRelease(released), decisionId: null, statementSha256: null });
  emit(portalNoticeDue, { packageId: released.id, occasion: 'declined', noticeId: newId() });
}

async function ask(
  opened: OpenedPackage,
  said: Said,
  context: Context,
  key: OpenedKey | null,
): Promise<void> {
  const { released, activity } = opened;
  const { recipientActivity, emit } = context;
  await leaveToDo(
    { what: 'a question of the recipient', message: said.message, item: null },
    opened,
    context,
    key,
  );
  await recipientActivity.save({ ...activity, questions: activity.questions + 1 });
  emit(portalNoticeDue, { packageId: released.id, occasion: 'question', noticeId: said.id });
}

interface ToDo {
  readonly what: string;
  readonly message: string | null;
  readonly item: PackageItem | null;
}

/**
 * What the recipient says becomes a follow-up of whoever prepared the package, or else of a lead of the case (PORT-10). It is
 * taken in whatever has become of the case, because whoever is outside cannot know that.
 */
const leaveToDo = (
  { what, message, item }: ToDo,
  { released, workspaceId }: OpenedPackage,
  context: Context,
  key: OpenedKey | null,
): Promise<object> =>
  context.recordIntake.openFollowUp(
    {
      caseId: released.caseId,
      title: `${released.packageNumber}: ${what}`,
      description: message,
      priority: 'medium',
      dueAt: null,
      subjectId: released.subjectId,
      artifactId: item?.artifactId ?? null,
      ownerUserId: released.preparedByUserId,
      createdByUserId: null,
      source: { kind: 'manual', id: null },
      isFromOutside: true,
    },
    key,
    intakeOf(workspaceId, context),
  );

/** It becomes an amendment of the entry; where none can be asked for any more, a follow-up about it, so that it is not lost. */
async function askForCorrection(
  opened: OpenedPackage,
  said: Said,
  context: Context,
  key: OpenedKey | null,
): Promise<void> {
  const { released, workspaceId } = opened;
  const item = await itemOf(opened, said, context);
  const words = said.message ?? '';
  if (await context.recordIntake.takesAmendments(item.artifactId))
    await context.recordIntake.requestAmendment(
      {
        artifactId: item.artifactId,
        versionNumber: item.versionNumber,
        requesterName: released.recipient.name,
        reason: words,
        requestedChange: words,
        requestedByKind: 'portal_recipient',
        requestedByUserId: null,
        notifyPriorRecipients: false,
      },
      key,
      intakeOf(workspaceId, context),
    );
  else
    await leaveToDo(
      { what: 'the recipient asks for a correction', message: said.message, item },
      opened,
      context,
      key,
    );
  context.emit(portalNoticeDue, {
    packageId: released.id,
    occasion: 'correction_request',
    noticeId: said.id,
  });
}

/** The records take things in under the workspace of the link. */
const intakeOf = (workspaceId: string, { now, newId, emit, timeZones }: Context) => ({
  ...{ workspaceId, now, newId, emit, timeZones },
});
