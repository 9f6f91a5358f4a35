import { base64Of, bytesOfHex, hexOf, utf8 } from '../bytes.ts';
import { canonicalJson } from '../canonical-json.ts';
import { entryHash, genesisHash } from '../chain.ts';
import { checkpointText } from '../checkpoint.ts';
import { contentHash, disclosureOf } from '../content.ts';
import { proofText } from '../inclusion-text.ts';
import { inclusionProof, rangeRootOf } from '../merkle-tree.ts';
import { LOG_KEY, type NoteKey, signatureLine, vkeyOf } from '../note.ts';
import {
  certificateDigest,
  type DispositionCertificate,
  type SignatureStatement,
  signedCertificate,
  signedStatement,
} from '../record-signature.ts';
import type { ReleasedAttachment, ReleasedItem, ReleaseExport } from '../release-file.ts';
import { signerOf } from '../web-crypto.ts';
import { auditVectors } from './audit-vectors.ts';
import { anEvent } from './ledgers.ts';
import { nodeSha256, now } from './now.ts';

const { seed, publicKey, keyId, statement } = auditVectors.entrySignature;
const { key: logKey, origin } = auditVectors.checkpoints;
const workspaceId = statement.workspaceId;

const uuid = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const salt = (number: number) => nodeSha256(utf8(`salt ${number}`));

const lab = utf8('Potassium 4.1 mmol/l\n');
const scan = utf8('%PDF-1.7\na scan\n');
const attached = (id: string, fileName: string, bytes: Uint8Array) => ({
  ...{ id, fileName, contentType: 'text/plain', sizeBytes: bytes.length, sha256: hexOf(nodeSha256(bytes)) },
});
const labFile = attached(uuid(31), 'lab.txt', lab);
const scanFile = attached(uuid(32), 'scan.pdf', scan);
/** The file of the release that is beside it. */
export const fileBeside = { name: 'scan.pdf', bytes: scan };

const head = {
  ...{ caseId: uuid(11), subjectId: uuid(12), encounterId: null },
  template: { id: uuid(13), version: 2 },
};
const first = {
  ...{ format: 'chancery.entry/1', artifactId: statement.artifactId, versionNumber: 1, ...head },
  ...{ entryType: 'progress_note', title: 'Session 3', occurredAt: '2026-05-04T08:00:00.000Z' },
  sections: [
    {
      key: 'subjective',
      title: 'Subjective',
      kind: 'markdown',
      value: 'Sleeps better.\n\nHer brother Tom calls.\n\nNo new concerns.',
    },
    { key: 'pulse', title: 'Pulse', kind: 'number', value: 72 },
    { key: 'private', title: 'For the team', kind: 'text', value: 'A remark.\n\nAnother remark.' },
  ],
  attachments: [labFile, scanFile],
};
const second = {
  ...{ format: 'chancery.entry/1', artifactId: uuid(20), versionNumber: 2, ...head },
  ...{ entryType: 'letter', title: 'Letter to the school', occurredAt: '2026-05-06T08:00:00.000Z' },
  sections: [{ key: 'body', title: 'Body', kind: 'text', value: 'Dear Ms Lovelace,\n\nshe may take part.' }],
  attachments: [],
};
const addendum = {
  ...{ format: 'chancery.addendum/1', addendumId: uuid(41), artifactId: uuid(20), versionNumber: 2 },
  ...{ kind: 'clarification', content: 'She may swim too.\n\nAsk us first.', attachments: [] },
};

const stated = async (changes: Partial<SignatureStatement>) => {
  const own = { ...statement, ...changes };
  const sign = await signerOf(bytesOfHex(seed));
  return { keyId, signature: base64Of(await sign(signedStatement(own))), statement: own };
};

/** The ledger in which the versions were made final: one event before each. */
async function ledgered(hashes: readonly { readonly contentHash: string; readonly artifactId: string }[]) {
  let last = now(genesisHash(workspaceId));
  const leaves: Uint8Array[] = [];
  const extras: Uint8Array[] = [];
  const append = (changes: Parameters<typeof anEvent>[0]) => {
    const payload = canonicalJson(anEvent(changes));
    extras.push(
      Buffer.concat([
        last,
        Buffer.from(
          BigInt(leaves.length + 1)
            .toString(16)
            .padStart(16, '0'),
          'hex',
        ),
        payload,
      ]),
    );
    last = now(entryHash(last, leaves.length + 1, payload));
    leaves.push(last);
  };
  for (const { contentHash: hash, artifactId } of hashes) {
    append({ action: 'case.read', facts: {} });
    append({
      action: 'entry.finalized',
      facts: { contentHash: hash, versionNumber: 1 },
      refs: { subjectId: uuid(12), caseId: uuid(11), artifactId },
    });
  }
  const rangeRoot = rangeRootOf(leaves);
  const size = leaves.length;
  const text = checkpointText({ origin, size, root: now(rangeRoot(0, size)) });
  const key: NoteKey = { name: origin, kind: LOG_KEY, publicKey: bytesOfHex(logKey.publicKey) };
  const checkpoint = `${text}\n${await signatureLine(text, key, await signerOf(bytesOfHex(logKey.seed)))}`;
  const proofOf = (index: number, withEvent: boolean) => ({
    eventHash: hexOf(leaves[index] ?? last),
    proof: proofText({
      ...{ index, proof: now(inclusionProof(index, size, rangeRoot)), checkpoint },
      extra: withEvent ? (extras[index] ?? null) : null,
    }),
  });
  return { checkpoint, proofOf, vkey: now(vkeyOf(key)) };
}

const given = (file: ReturnType<typeof attached>, bytes: Uint8Array | null): ReleasedAttachment => ({
  ...file,
  contentBase64: bytes && base64Of(bytes),
  contentPath: bytes ? null : `portal/items/1/attachments/${file.id}/content`,
});

/** A release of two entries: a paragraph and a section of the first are taken out, and the second has an addendum. */
export async function aRelease(): Promise<ReleaseExport> {
  const { log, firstHash, secondHash, addendumHash } = await parts();
  const redactions = [
    { part: 'section', key: 'subjective', start: 20, end: 31, code: 'third_party' },
    { part: 'section', key: 'private', start: null, end: null, code: 'not_in_scope' },
  ];
  const byAda = { name: 'Ada Byron', title: 'MD', signedAt: statement.signedAt };
  const [subjective, pulse, hidden] = first.sections;
  const items: ReleasedItem[] = [
    {
      item: {
        ...{
          id: uuid(51),
          position: 1,
          title: first.title,
          entryType: first.entryType,
          occurredAt: first.occurredAt,
        },
        signedBy: [byAda],
        content: {
          sections: [
            { ...must(subjective), value: 'Sleeps better.\n\nHer [redacted] calls.\n\nNo new concerns.' },
            must(pulse),
            { ...must(hidden), value: null },
          ],
        },
        addenda: [],
        attachments: [given(labFile, lab), given(scanFile, null)],
        ...{ redacted: true, contentHash: firstHash, flag: 'none', flagText: null },
      },
      disclosure: now(disclosureOf(first, salt(1), new Set([2, 5, 6]))),
      addenda: [],
      signatures: [await stated({ contentHash: firstHash })],
      redactions,
      ...log.proofOf(1, false),
    },
    {
      item: {
        ...{
          id: uuid(52),
          position: 2,
          title: second.title,
          entryType: second.entryType,
          occurredAt: second.occurredAt,
        },
        signedBy: [byAda, { ...byAda, signedAt: '2026-05-07T10:00:00.000Z' }],
        content: { sections: second.sections },
        addenda: [
          { id: addendum.addendumId, kind: addendum.kind, content: addendum.content, attachments: [] },
        ],
        attachments: [],
        ...{
          redacted: false,
          contentHash: secondHash,
          flag: 'amended',
          flagText: 'A newer version is there.',
        },
      },
      disclosure: now(disclosureOf(second, salt(2))),
      addenda: [{ id: addendum.addendumId, disclosure: now(disclosureOf(addendum, salt(3))) }],
      signatures: [
        await stated({ contentHash: secondHash, artifactId: second.artifactId, versionNumber: 2 }),
        await stated({
          ...{ contentHash: addendumHash, artifactId: second.artifactId, versionNumber: null },
          ...{ meaning: 'addendum', signedAt: '2026-05-07T10:00:00.000Z' },
        }),
      ],
      redactions: [],
      ...log.proofOf(3, true),
    },
  ];
  return framed(items, log);
}

function framed(
  items: ReleasedItem[],
  { vkey, checkpoint }: { vkey: string; checkpoint: string },
): ReleaseExport {
  const authorizationId = uuid(62);
  const manifest = {
    ...{ format: 'chancery.package/1', packageId: uuid(61), authorizationId },
    items: items.map(({ item, disclosure, addenda, redactions }) => ({
      position: item.position,
      artifactId: JSON.parse(disclosure.shown[0]?.part ?? '').artifactId,
      versionNumber: JSON.parse(disclosure.shown[0]?.part ?? '').versionNumber,
      contentHash: item.contentHash,
      addenda: addenda.map(({ id, disclosure: { contentHash: hash } }) => ({ id, contentHash: hash })),
      attachments: item.attachments.map(({ id, sha256 }) => ({ id, sha256 })),
      redactions,
    })),
  };
  return {
    ...{ format: 'chancery.release/1', authorizationId },
    package: {
      ...{
        id: uuid(61),
        packageNumber: 'RP-2026-000001',
        title: 'Records of the school year',
        coverNote: null,
      },
      ...{ workspaceName: 'Harbour Practice', subjectDisplayName: 'Grace Hopper', purposeOfUse: 'legal' },
      ...{
        releasedAt: '2026-05-10T09:00:00.000Z',
        expiresAt: '2026-06-09T09:00:00.000Z',
        singlePerson: false,
      },
      ...{
        requires: [],
        downloadAllowed: true,
        redisclosureNotice: { code: 'part_2', text: 'Do not pass it on.' },
      },
      ...{ terms: null, consentedAt: null, manifestSha256: hexOf(nodeSha256(canonicalJson(manifest))) },
    },
    items,
    keys: { vkey, signingKeys: [{ keyId, publicKey }] },
    ...{ checkpoint, notice: 'Do not pass it on.', generatedAt: '2026-05-10T09:05:00.000Z' },
  };
}

/** The first entry's event with its proof, as somebody would put it beside the second. */
export async function proofWithAnotherEvent(): Promise<Pick<ReleasedItem, 'eventHash' | 'proof'>> {
  const { log } = await parts();
  return log.proofOf(1, true);
}

async function parts() {
  const hashOf = (document: object, at: number) =>
    hexOf(now(contentHash(document as Readonly<Record<string, unknown>>, salt(at))));
  const [firstHash, secondHash] = [hashOf(first, 1), hashOf(second, 2)];
  const log = await ledgered([
    { contentHash: firstHash, artifactId: first.artifactId },
    { contentHash: secondHash, artifactId: second.artifactId },
  ]);
  return { log, firstHash, secondHash, addendumHash: hashOf(addendum, 3) };
}

/** A certificate of a destruction, which is the same each time. */
export async function aCertificate(): Promise<DispositionCertificate> {
  const destroyed = { keyId: 'a1b2', destroyedAt: '2026-05-04T09:30:00.000Z' };
  const bare: DispositionCertificate = {
    ...{ certificateNumber: 'DC-2026-000001', reviewId: uuid(71), issuedAt: '2026-05-04T09:30:06.000Z' },
    method: 'crypto_erasure',
    items: [
      {
        ...{ caseId: uuid(11), caseNumber: 'C-2019-000007', entries: 12, attachments: 3 },
        ...{ keysDestroyed: [destroyed], subjectErased: false },
      },
    ],
    legalBasis: 'Seven years after the case was closed.',
    ...{ requestedBy: 'usr_a', approvedBy: 'usr_b', executedBy: 'usr_a', singlePerson: false },
    ...{
      backupsExpireOn: '2026-06-08',
      sha256: '',
      signature: '',
      keyId,
      auditSeq: null,
      checkpointSize: null,
    },
  };
  const sign = await signerOf(bytesOfHex(seed));
  const sha256 = hexOf(now(certificateDigest(bare)));
  return { ...bare, sha256, signature: base64Of(await sign(signedCertificate(bare))) };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}
