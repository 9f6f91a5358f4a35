import { hexOf } from '../bytes.ts';
import { partLeaf } from '../content.ts';
import type { ReleaseReport, ReleaseStep } from '../release-verification.ts';
import { auditVectors } from './audit-vectors.ts';
import { now } from './now.ts';
import { aCertificate, aRelease, proofWithAnotherEvent } from './releases.ts';

export type Path = readonly (string | number)[];

/** One change of the release, and the first step that finds it. */
export interface Alteration {
  readonly name: string;
  readonly path: Path;
  /** Absent where the member is taken out. */
  readonly value?: unknown;
  readonly outcome: ReleaseReport['outcome'];
  readonly step: ReleaseStep;
  readonly item: number | null;
}

/** The vectors of releases and certificates, as `releases.json` has them. */
export interface ReleaseVectors {
  readonly format: 'chancery-release-vectors/1';
  readonly signingKey: string;
  readonly release: unknown;
  readonly alterations: readonly Alteration[];
  readonly certificate: unknown;
  readonly alteredCertificates: readonly {
    readonly path: Path;
    readonly value?: unknown;
    readonly fault: string;
  }[];
}

/** The value with one member set, or taken out if nothing is given. */
export function altered<T>(whole: T, path: Path, value?: unknown): T {
  const copy = structuredClone(whole);
  // The paths are those of the vectors.
  let at = copy as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as typeof at;
  const last = path.at(-1) ?? '';
  if (value !== undefined) at[last] = value;
  else if (Array.isArray(at)) at.splice(Number(last), 1);
  else delete at[last];
  return copy;
}

const zeros = '0'.repeat(64);

export async function releaseVectors(): Promise<ReleaseVectors> {
  const release = await aRelease();
  const [first, second] = release.items;
  if (!first || !second) throw new Error('it has two items');
  const { signature } = auditVectors.entrySignature;
  const body = second.disclosure.shown[2];
  const leafOfBody = hexOf(now(partLeaf(Buffer.from(body?.salt ?? '', 'hex'), body?.part ?? '')));
  const other = await proofWithAnotherEvent();
  const text = (from: string, to: string) => first.proof.replace(from, to);
  const at =
    (step: ReleaseStep, item: number | null) =>
    (name: string, path: Path, value?: unknown): Alteration => ({
      ...{ name, path, ...(value !== undefined && { value }) },
      ...{ outcome: step === 1 ? 'unreadable' : 'fails', step, item },
    });
  const ofFile = at(1, null);
  const ofManifest = at(2, null);
  const ofNote = at(3, null);
  const ofContent = at(5, 1);
  const ofSignature = at(6, 1);
  const alterations: Alteration[] = [
    ofFile('another format', ['format'], 'chancery.release/2'),
    ofFile('a member that nobody knows', ['package', 'more'], 1),
    ofFile('a member too few', ['package', 'title']),
    ofFile('a member of another type', ['items', 0, 'item', 'flag'], 1),
    ofManifest('another package', ['package', 'id'], second.item.id),
    ofManifest('another authorization', ['authorizationId'], second.item.id),
    ofManifest('another manifest', ['package', 'manifestSha256'], zeros),
    ofManifest('another reason for a redaction', ['items', 0, 'redactions', 0, 'code'], 'other'),
    ofManifest('a redaction that is not told', ['items', 0, 'redactions', 1]),
    ofManifest('an entry that is said to be whole', ['items', 0, 'item', 'redacted'], false),
    ofManifest('another place', ['items', 0, 'item', 'position'], 3),
    ofManifest('an attachment left out', ['items', 0, 'item', 'attachments', 1]),
    ofManifest('another attachment', ['items', 0, 'item', 'attachments', 0, 'id'], second.item.id),
    ofManifest('another digest of an attachment', ['items', 0, 'item', 'attachments', 0, 'sha256'], zeros),
    ofManifest('an entry left out', ['items', 1]),
    ofManifest('entries in another order', ['items'], [second, first]),
    ofManifest('another content hash', ['items', 0, 'item', 'contentHash'], zeros),
    ofManifest('another hash of an addendum', ['items', 1, 'addenda', 0, 'disclosure', 'contentHash'], zeros),
    ofNote('a checkpoint of another size', ['checkpoint'], release.checkpoint.replace('\n4\n', '\n5\n')),
    ofNote('a checkpoint that is no note', ['checkpoint'], 'x'),
    ofNote('another key of the log', ['keys', 'vkey'], auditVectors.mainLog.vkey),
    at(3, 1)('a proof to another checkpoint', ['items', 0, 'proof'], text('\n4\n', '\n5\n')),
    at(4, 1)('another event', ['items', 0, 'eventHash'], zeros),
    at(4, 1)('another place in the ledger', ['items', 0, 'proof'], text('index 1', 'index 2')),
    at(4, 1)('the proof of another entry', ['items', 0, 'proof'], second.proof),
    at(4, 2)('a proof cut short', ['items', 1, 'proof'], second.proof.replace(/(index 3\n)[^\n]*\n/, '$1')),
    at(4, 2)('the event of another entry', ['items', 1], { ...second, ...other }),
    ofContent('another title', ['items', 0, 'item', 'title'], 'Session 4'),
    ofContent('another time', ['items', 0, 'item', 'occurredAt'], '2026-05-05T08:00:00.000Z'),
    ofContent(
      'a paragraph changed',
      ['items', 0, 'item', 'content', 'sections', 0, 'value'],
      'Sleeps well.\n\nHer [redacted] calls.\n\nNo new concerns.',
    ),
    ofContent(
      'a paragraph more',
      ['items', 0, 'item', 'content', 'sections', 0, 'value'],
      'Sleeps better.\n\nHer [redacted] calls.\n\nMore.\n\nNo new concerns.',
    ),
    ofContent('a number changed', ['items', 0, 'item', 'content', 'sections', 1, 'value'], 73),
    ofContent('a section left out', ['items', 0, 'item', 'content', 'sections', 1]),
    ofContent('a shown part changed', ['items', 0, 'disclosure', 'shown', 1, 'part'], '"Changed.\\n\\n"'),
    ofContent('a salt changed', ['items', 0, 'disclosure', 'shown', 1, 'salt'], zeros),
    ofContent('a withheld part changed', ['items', 0, 'disclosure', 'withheld', 0, 'leafHash'], zeros),
    ofContent('a withheld part left out', ['items', 0, 'disclosure', 'withheld', 2]),
    ofContent('another name of an attachment', ['items', 0, 'item', 'attachments', 0, 'fileName'], 'x.txt'),
    at(5, 2)('a paragraph withheld that nobody took out', ['items', 1, 'disclosure'], {
      ...second.disclosure,
      shown: second.disclosure.shown.slice(0, 2),
      withheld: [{ index: 2, leafHash: leafOfBody }],
    }),
    ofManifest('the content of another entry', ['items', 1, 'disclosure', 'shown'], first.disclosure.shown),
    ofSignature('another signature', ['items', 0, 'signatures', 0, 'signature'], signature),
    ofSignature('another version signed', ['items', 0, 'signatures', 0, 'statement', 'versionNumber'], 2),
    ofSignature(
      'another entry signed',
      ['items', 0, 'signatures', 0, 'statement', 'artifactId'],
      second.item.id,
    ),
    ofSignature('another signer', ['items', 0, 'signatures', 0, 'statement', 'signerUserId'], 'usr_b'),
    ofSignature(
      'another time of signing',
      ['items', 0, 'signatures', 0, 'statement', 'signedAt'],
      '2026-05-05T08:00:00.000Z',
    ),
    at(6, 2)(
      'an addendum signed as a version',
      ['items', 1, 'signatures', 1, 'statement', 'versionNumber'],
      2,
    ),
    ofSignature('a signature left out', ['items', 0, 'signatures', 0]),
    ofSignature('a signer who is not shown', ['items', 0, 'item', 'signedBy', 0]),
    at(7, 2)(
      'an addendum changed',
      ['items', 1, 'item', 'addenda', 0, 'content'],
      'She may not swim.\n\nAsk us first.',
    ),
    at(7, 2)('another kind of addendum', ['items', 1, 'item', 'addenda', 0, 'kind'], 'late_entry'),
    at(7, 2)('an addendum that is not shown', ['items', 1, 'item', 'addenda', 0]),
    at(7, 2)(
      'a part of an addendum changed',
      ['items', 1, 'addenda', 0, 'disclosure', 'shown', 2, 'part'],
      '"Ask nobody."',
    ),
    at(8, 1)('an attachment changed', ['items', 0, 'item', 'attachments', 0, 'contentBase64'], 'eA=='),
    at(8, 1)('an attachment that is no base64', ['items', 0, 'item', 'attachments', 0, 'contentBase64'], '?'),
    {
      name: 'a signing key that is not there',
      path: ['keys', 'signingKeys', 0],
      outcome: 'incomplete',
      step: 6,
      item: 1,
    },
    {
      name: 'an attachment that is not embedded',
      path: ['items', 0, 'item', 'attachments', 0, 'contentBase64'],
      value: null,
      outcome: 'incomplete',
      step: 8,
      item: 1,
    },
  ];
  return {
    format: 'chancery-release-vectors/1',
    signingKey: auditVectors.entrySignature.publicKey,
    release,
    alterations,
    certificate: await aCertificate(),
    alteredCertificates: [
      { path: ['singlePerson'], value: true, fault: 'wrong_digest' },
      { path: ['items', 0, 'entries'], value: 11, fault: 'wrong_digest' },
      { path: ['sha256'], value: zeros, fault: 'wrong_digest' },
      { path: ['more'], value: 1, fault: 'malformed' },
      { path: ['legalBasis'], fault: 'malformed' },
      { path: ['signature'], value: signature, fault: 'bad_signature' },
      { path: ['keyId'], value: '0'.repeat(16), fault: 'unknown_key' },
    ],
  };
}
