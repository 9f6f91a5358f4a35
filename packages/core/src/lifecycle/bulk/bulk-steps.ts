import { onDocument } from '../../documents/index.ts';
import type { UseCase } from '../../kernel/declaration.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { ThingPermission } from '../../kernel/thing-permission.ts';
import { calculateDocumentLifecycle } from '../calculations/calculate-document-lifecycle.ts';
import { confirmDocumentExpiration } from '../calculations/confirm-document-expiration.ts';
import { startDocumentExtraction } from '../extraction/runs/start-document-extraction.ts';
import { releaseHold } from '../holds/place-hold.ts';
import { placeLegalHold } from '../holds/place-legal-hold.ts';
import { releaseLegalHold } from '../holds/release-legal-hold.ts';
import { configureDocumentLifecycle } from '../lifecycles/configure-document-lifecycle.ts';
import type { DocumentInLifecycle } from '../lifecycles/found-lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import { openRenewal } from '../renewals/open-renewal.ts';
import { acknowledgeLifecycleRisk } from '../risks/acknowledge-lifecycle-risk.ts';
import type { BulkAction, BulkParams } from './bulk-fields.ts';

export type StepContext = WritingContext & LifecyclePorts & { found?: unknown };

export interface Wish {
  readonly params: BulkParams;
  /** Empty only for actions that need none. */
  readonly reason: string;
}

/** One action on one document that the caller of the whole has locked. */
export interface BulkStep {
  /** The single call whose callers, plan and permission count for each document (LIF-22). */
  readonly like: Pick<UseCase, 'access' | 'may' | 'feature'>;
  /** Does it; false if it is so already. */
  apply(found: DocumentInLifecycle, wish: Wish, context: StepContext): Promise<boolean>;
}

/** A step that is a use case of its own, run with the input that is made for the document; null if there is nothing to do. */
const byUseCase = (
  useCase: UseCase,
  inputOf: (
    found: DocumentInLifecycle,
    wish: Wish,
    context: StepContext,
  ) => Promise<object | null> | object | null,
  foundOf: (found: DocumentInLifecycle) => unknown = (found) => found,
): BulkStep => ({
  like: useCase,
  async apply(found, wish, context) {
    const given = await inputOf(found, wish, context);
    if (given === null) return false;
    context.found = foundOf(found);
    // Fills in what the single call takes by default.
    const input = useCase.input.parse({ documentId: found.document.id, ...given });
    return !isReused(await useCase.run(input, context));
  },
});

/** A run that was completed before is answered instead of a new one (EXT-2). */
const isReused = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'reused' in answer && answer.reused === true;

/** What people say of a document, with something of it changed; null if that changes nothing. */
const reconfigured = (
  change: (found: DocumentInLifecycle, wish: Wish, policyId: string | null) => object | null,
): BulkStep =>
  byUseCase(configureDocumentLifecycle, async (found, wish, { policyAssignments }) => {
    const { document, lifecycle } = found;
    const standing = await policyAssignments.on({ scope: 'document', targetId: document.id });
    const policyId = standing?.policyId ?? null;
    const changes = change(found, wish, policyId);
    if (changes === null) return null;
    const { ownerUserId, issuedOn, effectiveOn, statedExpiresOn, noExpiration, identifiers } = lifecycle;
    const said = { ownerUserId, issuedOn, effectiveOn, statedExpiresOn, noExpiration };
    return {
      ...{ typeId: document.documentTypeId, policyId, ...said },
      identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
      ...changes,
    };
  });

/** What takes back without anything new needs no feature, as the single call for it needs none (BIL-3). */
const onAnyPlan = ({ like: { feature: _, ...like }, apply }: BulkStep): BulkStep => ({ like, apply });

/** The date in force is confirmed as what it is: what a policy gives, as a calculation. */
const confirming = byUseCase(confirmDocumentExpiration, ({ lifecycle }, { params }) => {
  const { expiresOn, expiresOnSource, confirmedAt } = lifecycle;
  if (expiresOn === null || confirmedAt !== null) return null;
  const isPolicys = expiresOnSource === 'calculated' || expiresOnSource === 'fixed';
  const source = isPolicys ? 'calculated' : expiresOnSource === 'identity' ? 'identity' : 'stated';
  return { expiresOn, source, ...withNote(params) };
});

const withNote = ({ note }: BulkParams) => (note === undefined ? {} : { note });

const releasing: BulkStep = {
  like: releaseLegalHold,
  async apply({ document }, { params: { matter, matterReference }, reason }, context) {
    const active = await context.legalHolds.activeOn(document.id);
    const meant = active.filter((hold) =>
      matterReference === undefined
        ? hold.matter === matter && hold.matterReference === null
        : hold.matterReference === matterReference && (matter === undefined || hold.matter === matter),
    );
    for (const hold of meant) await releaseHold(document, hold, reason, context);
    return meant.length > 0;
  },
};

/** The permissions of a document, asked of one with its lifecycle. */
const onItsDocument = (action: 'edit' | 'trash'): ThingPermission<DocumentInLifecycle, unknown> => {
  const permission = onDocument(action);
  return {
    ...permission,
    applies: () => true,
    standingsOf: ({ document }, input, asker) => permission.standingsOf(document, input, asker),
  };
};
const everyone = { owner: 'any', admin: 'any', member: 'any' } as const;

export const bulkSteps: Readonly<Record<BulkAction, BulkStep>> = {
  set_type: reconfigured(({ document }, { params: { typeId = null } }) =>
    document.documentTypeId === typeId ? null : { typeId },
  ),
  set_owner: reconfigured(({ lifecycle }, { params: { ownerUserId = null } }) =>
    lifecycle.ownerUserId === ownerUserId ? null : { ownerUserId },
  ),
  assign_policy: reconfigured((_, { params: { policyId } }, before) =>
    before === policyId ? null : { policyId },
  ),
  remove_policy: onAnyPlan(
    reconfigured((_found, _wish, before) => (before === null ? null : { policyId: null })),
  ),
  confirm_dates: confirming,
  set_no_expiration: reconfigured(({ lifecycle }) =>
    lifecycle.noExpiration ? null : { noExpiration: true, statedExpiresOn: null },
  ),
  open_renewal: byUseCase(
    openRenewal,
    (_, { params: { dueOn, ownerUserId, priority = 'medium', ...rest } }) => ({
      ...{ dueOn: dueOn ?? null, ownerUserId: ownerUserId ?? null, priority },
      ...withNote(rest),
    }),
  ),
  place_hold: byUseCase(
    placeLegalHold,
    (_, { params: { matter, matterReference = null, custodianUserId = null, reviewOn = null }, reason }) => ({
      ...{ matter, matterReference, custodianUserId, reviewOn, reason },
    }),
    ({ document }) => document,
  ),
  release_hold: releasing,
  acknowledge_risk: byUseCase(acknowledgeLifecycleRisk, (_, { params: { risk, until }, reason }) => ({
    ...{ risk, until, reason },
  })),
  start_extraction: byUseCase(startDocumentExtraction, (_, { params: { kinds, ocr, pages } }) => ({
    ...(kinds === undefined ? {} : { kinds }),
    ...(ocr === undefined ? {} : { ocr }),
    ...(pages === undefined ? {} : { pages }),
  })),
  recalculate: byUseCase(calculateDocumentLifecycle, () => ({})),
  move_to_folder: {
    like: { access: everyone, may: onItsDocument('edit') },
    async apply({ document }, { params: { folderId = null } }, context) {
      if (document.folderId === folderId) return false;
      await context.documentLibrary.move(context, document, folderId);
      return true;
    },
  },
  trash: {
    like: { access: everyone, may: onItsDocument('trash') },
    async apply({ document }, _wish, context) {
      if (document.status === 'trashed') return false;
      await context.documentLibrary.trash(context, document, context.user.userId);
      return true;
    },
  },
};
