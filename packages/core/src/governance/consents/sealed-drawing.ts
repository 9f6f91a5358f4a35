import type { WritingContext } from '../../kernel/handler-context.ts';
import { sealedForScope } from '../../kernel/scope-seal.ts';
import type { GovernancePorts } from '../ports.ts';
import type { SealedDrawing } from './drawing.ts';

/** What a drawing belongs to. */
export interface DrawingPlace {
  readonly table: 'consents' | 'portal_decisions';
  readonly id: string;
  /** Whom the consent or the package is about. */
  readonly subjectId: string;
  readonly workspaceId: string;
}

const none: SealedDrawing = { sealedDrawing: null, drawingKeyId: null };
/** What the key ring binds a drawing to. */
const ringPlaces = { consents: 'consent-drawing', portal_decisions: 'portal-drawing' } as const;

/**
 * Sealed to the public half of the key of the subject, with which it ends (governance 7); nothing here opens it. A key from
 * before there were public halves cannot seal until a job has noted its own, and the key ring does so.
 */
export async function sealedDrawing(
  drawing: Uint8Array | null,
  { table, id, subjectId, workspaceId }: DrawingPlace,
  { recordSubjects, keyRing }: Pick<GovernancePorts, 'recordSubjects'> & Pick<WritingContext, 'keyRing'>,
): Promise<SealedDrawing> {
  if (drawing === null) return none;
  const key = await recordSubjects.keyOf(subjectId);
  if (key === null || key.publicKey === null)
    return { sealedDrawing: keyRing.seal(drawing, `${ringPlaces[table]}:${id}`), drawingKeyId: null };
  const sealed = sealedForScope(key.publicKey, drawing, `${workspaceId}|${table}|${id}|drawing`);
  return { sealedDrawing: sealed, drawingKeyId: key.keyId };
}
