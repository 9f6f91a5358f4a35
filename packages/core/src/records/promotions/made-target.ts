import type { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { LabelMask, Purpose, StatedLabels } from '../access/labels.ts';
import { attach } from '../attachments/attach.ts';
import type { SealedFile } from '../attachments/sealed-file.ts';
import { type AttachmentView, attachmentView } from '../attachments/views.ts';
import type { SeenCase } from '../cases/seen-case.ts';
import { shownEncounter } from '../encounters/shown-encounter.ts';
import type { EncounterView } from '../encounters/views.ts';
import { sealOf } from '../entries/case-key.ts';
import { readEntry, shownEntry } from '../entries/entry-reading.ts';
import type { SeenEntry } from '../entries/seen-entry.ts';
import type { EntryView } from '../entries/views.ts';
import { entryNotFound } from '../errors.ts';
import { followUpNotFound } from '../follow-ups/errors.ts';
import { followUpText } from '../follow-ups/follow-up-text.ts';
import { type FollowUpView, shownFollowUp } from '../follow-ups/views.ts';
import { recordIntake } from '../intake.ts';
import type { RecordsPorts } from '../ports.ts';
import { textSeal } from '../texts/case-text.ts';
import { promotionSourceNotReady } from './errors.ts';
import { promotedEncounter } from './promoted-encounter.ts';
import { promotedEntry } from './promoted-entry.ts';
import type { MeetingPart, PromotionTarget } from './promotion.ts';
import type { PromotionSource } from './promotion-source.ts';

interface Asked {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly caseId: string;
  readonly target: PromotionTarget;
  readonly title?: string | undefined;
  readonly templateId?: string | undefined;
  readonly encounterId?: string | undefined;
  readonly include?: readonly MeetingPart[] | undefined;
  readonly purposeOfUse?: Purpose | undefined;
}

/** A case, and the draft in it that is to take a file; null where none is. */
export interface PromotionPlace extends SeenCase {
  readonly draft: SeenEntry | null;
}

export interface PreparedPromotion {
  readonly source: PromotionSource;
  readonly file: SealedFile | null;
  readonly key: OpenedKey | null;
}

type Context = RecordsPorts &
  WritingContext & { readonly found: PromotionPlace; readonly prepared: PreparedPromotion };

/** What came of it, as the answer shows it, with its labels; three of the four are null. */
export interface MadeTarget {
  readonly targetId: string;
  readonly artifactId: string | null;
  readonly effectiveMask: LabelMask;
  readonly shown: {
    readonly entry: z.input<typeof EntryView> | null;
    readonly encounter: z.input<typeof EncounterView> | null;
    readonly attachment: z.input<typeof AttachmentView> | null;
    readonly followUp: z.input<typeof FollowUpView> | null;
  };
}
const nothing = { entry: null, encounter: null, attachment: null, followUp: null };

/** Makes what is asked for of a source; all of it belongs to the transaction that asks. */
export function madeTarget(asked: Asked, promotionId: string, context: Context): Promise<MadeTarget> {
  if (asked.target === 'entry') return madeEntry(asked, promotionId, context);
  if (asked.target === 'encounter') return madeEncounter(asked, context);
  if (asked.target === 'attachment') return madeAttachment(context);
  return madeFollowUp(asked, promotionId, context);
}

async function madeEntry(
  { caseId: _, target: __, ...asked }: Asked,
  promotionId: string,
  context: Context,
): Promise<MadeTarget> {
  const { found, prepared } = context;
  const entry = await promotedEntry(asked, prepared.source, { promotionId, found }, context);
  const shown = shownEntry(await readEntry(entry, {}, context), sealOf(prepared.key, context));
  const { id, effectiveMask } = entry;
  return { targetId: id, artifactId: id, effectiveMask, shown: { ...nothing, entry: shown } };
}

async function madeEncounter(asked: Asked, context: Context): Promise<MadeTarget> {
  const { found, prepared } = context;
  const { meeting } = prepared.source;
  if (meeting === null) throw promotionSourceNotReady();
  const encounter = await promotedEncounter(asked, meeting, found, context);
  const effectiveMask = encounter.ownMask | found.case.effectiveMask;
  const shown = await shownEncounter(encounter, effectiveMask, context);
  return {
    ...{ targetId: encounter.id, artifactId: null, effectiveMask },
    shown: { ...nothing, encounter: shown },
  };
}

async function madeAttachment(context: Context): Promise<MadeTarget> {
  const { found, prepared, entitlements, entries, entryAttachments, incomingFiles } = context;
  const { user, now, emit, accessedBy } = context;
  const { file, key } = prepared;
  if (found.draft === null || file === null) throw entryNotFound();
  await entitlements.take('storage_bytes', file.sizeBytes);
  const seal = sealOf(key, context);
  const ports = { entries, entryAttachments, incomingFiles, user, now, emit, accessedBy };
  const attachment = await attach(file, null, seal, { ...ports, found: found.draft });
  const { id: artifactId, effectiveMask } = found.draft.entry;
  return {
    ...{ targetId: attachment.id, artifactId, effectiveMask },
    shown: { ...nothing, attachment: attachmentView(attachment, seal) },
  };
}

async function madeFollowUp(asked: Asked, promotionId: string, context: Context): Promise<MadeTarget> {
  const { found, prepared, user, followUps } = context;
  const { followUpId } = await recordIntake(() => context).openFollowUp(
    {
      caseId: asked.caseId,
      title: asked.title ?? prepared.source.title,
      encounterId: asked.encounterId ?? null,
      ...{ description: null, priority: 'medium', dueAt: null, subjectId: null, artifactId: null },
      ...{ ownerUserId: user.userId, createdByUserId: user.userId },
      source: { kind: 'promotion', id: promotionId },
    },
    prepared.key,
    context,
  );
  const stored = await followUps.find(followUpId);
  if (stored === null) throw followUpNotFound();
  const followUp = followUpText.opened(stored, textSeal(prepared.key, found.case, context));
  const { effectiveMask } = found.case;
  const shown = await shownFollowUp({ ...followUp, effectiveMask }, context);
  return {
    ...{ targetId: followUpId, artifactId: null, effectiveMask },
    shown: { ...nothing, followUp: shown },
  };
}
