import { type Document, type DocumentVersion, versionBlobKey } from '../../documents/index.ts';
import type { Instant } from '../../kernel/time.ts';
import type { WorkspaceProfile } from '../../workspace/index.ts';
import { type OpenedMaterial, openedMaterial } from '../by-link/sealed-material.ts';
import type { SigningField } from '../field.ts';
import type { SigningLink } from '../link.ts';
import type { SigningReacting } from '../ports.ts';
import type { SigningRound } from '../round.ts';
import { begunSeal, queuedSeal, type Seal } from '../seal.ts';
import type { Signer } from '../signer.ts';
import type { EvidenceEvent } from '../signing-evidence.ts';

/** The version of the document that one of the files becomes, and where its bytes go. */
export interface FilePlace {
  readonly id: string;
  readonly blobKey: string;
}

/** Everything that a seal is made from, as one transaction has read it. */
export interface RoundToSeal {
  readonly workspace: WorkspaceProfile;
  readonly document: Document;
  readonly round: SigningRound;
  readonly senderName: string;
  readonly signers: readonly Signer[];
  readonly fields: readonly SigningField[];
  readonly links: readonly SigningLink[];
  readonly materials: readonly OpenedMaterial[];
  readonly events: readonly EvidenceEvent[];
  readonly original: DocumentVersion;
  readonly signingCopy: DocumentVersion;
  readonly ledger: { readonly ledgerId: string; readonly seq: number; readonly headHash: string };
  readonly preparedAt: Instant;
  /** Noted as under way, so that what lies there without a version is swept. */
  readonly places: { readonly sealed: FilePlace; readonly certificate: FilePlace };
}

/** Notes that sealing begins, and reads what it needs; null if the round waits for no seal, such as when it has one. */
export const begunSealing = (
  { documentId, roundId }: { readonly documentId: string; readonly roundId: string },
  { transact, now, newId }: Pick<SigningReacting, 'transact' | 'now' | 'newId'>,
): Promise<RoundToSeal | null> =>
  transact(async (ports) => {
    const { rounds, documentLibrary, workspaceIdentity, memberDirectory, keyRing } = ports;
    const document = await documentLibrary.get(documentId, 'for update');
    const found = await rounds.get(roundId);
    const original = await documentLibrary.content(documentId, 'original');
    const signingCopy = await documentLibrary.content(documentId, 'signing_copy');
    if (document === null || found?.status !== 'completed' || original === null || signingCopy === null)
      return null;
    const round = await rounds.save({ ...found, seal: begun(found.seal), updatedAt: now });
    const workspace = await workspaceIdentity.profile();
    const { seq, hash } = await ports.ledgerHead();
    const materials = await ports.signatureMaterials.of(roundId);
    const [sealed, certificate] = [newPlace(workspace.id, newId), newPlace(workspace.id, newId)];
    for (const { blobKey } of [sealed, certificate]) await ports.incomingFiles.begin(blobKey, now);
    return {
      workspace,
      document,
      round,
      senderName: (await memberDirectory.nameOf(round.sentByUserId ?? '')) ?? workspace.name,
      signers: await ports.signers.of(roundId),
      fields: await ports.signingFields.of(roundId),
      links: await ports.signingLinks.of(roundId),
      materials: materials.map((material) => openedMaterial(material, keyRing)),
      events: await ports.roundLedger.of(documentId, round.number),
      original,
      signingCopy,
      ledger: { ledgerId: workspace.id, seq, headHash: hash },
      preparedAt: now,
      places: { sealed, certificate },
    };
  });

function newPlace(workspaceId: string, newId: () => string): FilePlace {
  const id = newId();
  return { id, blobKey: versionBlobKey(workspaceId, id) };
}

/** A process may have been lost while it sealed, and an operator may run a job again that had failed. */
function begun(seal: Seal): Seal {
  if (seal.status === 'sealing') return { ...seal, attempts: seal.attempts + 1 };
  return begunSeal(seal.status === 'queued' ? seal : queuedSeal(seal));
}
