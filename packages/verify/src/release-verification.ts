import { bytesOfBase64, bytesOfStrictHex, hexOf } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { keysOf, openedOrRefusal } from './checkpoint.ts';
import { checkDisclosure, type Disclosure } from './content.ts';
import { hashedBy } from './hashing.ts';
import { verifyProof } from './inclusion-text.ts';
import { eventOf } from './ledger-row.ts';
import type { NoteKey } from './note.ts';
import { entrySignatureHolds, signingKeyId } from './record-signature.ts';
import {
  headOf,
  type Shown,
  shownAddendum,
  shownEntry,
  showsParts,
  type WithheldPart,
  withheldParts,
} from './release-contents.ts';
import {
  type ReleasedAttachment,
  type ReleasedItem,
  type ReleaseExport,
  readRelease,
} from './release-file.ts';
import { type Primitives, webCrypto } from './web-crypto.ts';

/** The steps in their order: file, manifest, checkpoints, proofs, contents, signatures, addenda, attachments. */
export type ReleaseStep = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ReleaseFinding {
  readonly step: ReleaseStep;
  /** The position of the item; null if it is about the whole. */
  readonly item: number | null;
  readonly reason: string;
}

export interface ReleaseReport {
  /** `incomplete`: all that could be checked holds, but something was not there. `unreadable`: it is no release. */
  readonly outcome: 'holds' | 'fails' | 'unreadable' | 'incomplete';
  /** In the order of the steps. */
  readonly faults: readonly ReleaseFinding[];
  /** What was not there to check: files, and keys that were learned elsewhere. */
  readonly unchecked: readonly ReleaseFinding[];
  /** The ninth step: what was withheld, and what is shown but proved by nothing. */
  readonly withheld: readonly WithheldPart[];
  readonly packageNumber: string | null;
  readonly items: number;
  /** How many signatures hold. */
  readonly signatures: number;
}

export interface ReleaseVerification {
  /** Keys of the log that were learned elsewhere; without any, the file's own are believed. */
  readonly vkeys?: readonly string[];
  /** Public keys, as hex, by which the workspace signs records; without any, the file's own are believed. */
  readonly signingKeys?: readonly string[];
  /** The digest, as hex, of a file that is not embedded; null if it is not there. */
  readonly digestOf?: (attachment: ReleasedAttachment) => string | null | Promise<string | null>;
}

type Head = Readonly<Record<string, unknown>>;

/** Checks a release without the server that gave it. Throws `RangeError` for a text that is no key. */
export async function verifyRelease(
  text: string,
  given: ReleaseVerification = {},
  primitives: Primitives = webCrypto,
): Promise<ReleaseReport> {
  const release = readRelease(text);
  const check = new ReleaseCheck(given, primitives);
  if (release) await check.run(release);
  else check.fault(1, null, 'malformed');
  return check.report(release);
}

class ReleaseCheck {
  readonly #given: ReleaseVerification;
  readonly #primitives: Primitives;
  readonly #faults: ReleaseFinding[] = [];
  readonly #unchecked: ReleaseFinding[] = [];
  readonly #withheld: WithheldPart[] = [];
  #signatures = 0;
  #vkeys: readonly NoteKey[] = [];
  readonly #signingKeys = new Map<string, Uint8Array>();

  constructor(given: ReleaseVerification, primitives: Primitives) {
    this.#given = given;
    this.#primitives = primitives;
  }

  fault(step: ReleaseStep, item: number | null, reason: string): void {
    this.#faults.push({ step, item, reason });
  }

  async run(release: ReleaseExport): Promise<void> {
    await this.#takeKeys(release);
    await this.#manifest(release);
    for (const released of release.items) {
      const { item, disclosure, addenda } = released;
      const head = headOf(disclosure);
      await this.#content(5, released, null, shownEntry(item), disclosure);
      if (disclosure.contentHash !== item.contentHash) this.fault(5, item.position, 'wrong_hash');
      await this.#proof(released, head);
      await this.#signed(released, head);
      if (!same(addenda, item.addenda, ({ id }) => id)) this.fault(7, item.position, 'shown_differs');
      else
        for (const [index, addendum] of item.addenda.entries())
          await this.#content(7, released, addendum.id, shownAddendum(addendum), addenda[index]?.disclosure);
      for (const { attachments } of [item, ...item.addenda])
        for (const file of attachments) await this.#file(item.position, file);
    }
  }

  async #takeKeys({ keys, checkpoint }: ReleaseExport): Promise<void> {
    const { vkeys = [], signingKeys = [] } = this.#given;
    const isOfFile = !vkeys[0];
    if (isOfFile) this.#missing(3, null, 'keys_from_file');
    this.#vkeys = await keysOf(isOfFile ? [keys.vkey] : vkeys, this.#primitives).catch((error) => {
      if (isOfFile) return [];
      throw error;
    });
    if (!signingKeys[0]) this.#missing(6, null, 'signing_keys_from_file');
    for (const hex of signingKeys[0] ? signingKeys : keys.signingKeys.map((key) => key.publicKey)) {
      const key = bytesOfStrictHex(hex) ?? new Uint8Array();
      this.#signingKeys.set(await hashedBy(signingKeyId(key), this.#primitives.sha256), key);
    }
    const opened = await openedOrRefusal(checkpoint, this.#vkeys, this.#primitives);
    if (typeof opened === 'string') this.fault(3, null, opened);
  }

  /** What was approved is what is here: contents, addenda, files and what was taken out of them. */
  async #manifest(release: ReleaseExport): Promise<void> {
    const manifest = {
      format: 'chancery.package/1',
      packageId: release.package.id,
      authorizationId: release.authorizationId,
      items: release.items.map(({ item, disclosure, addenda, redactions }) => ({
        position: item.position,
        artifactId: headOf(disclosure).artifactId ?? null,
        versionNumber: headOf(disclosure).versionNumber ?? null,
        contentHash: item.contentHash,
        addenda: addenda.map(({ id, disclosure: { contentHash } }) => ({
          id,
          contentHash: contentHash ?? null,
        })),
        attachments: item.attachments.map(({ id, sha256 }) => ({ id, sha256 })),
        redactions,
      })),
    };
    const digest = hexOf(await this.#primitives.sha256(canonicalJson(manifest)));
    const isMarked = release.items.every(({ item, redactions }) => item.redacted === redactions.length > 0);
    if (digest !== release.package.manifestSha256 || !isMarked) this.fault(2, null, 'wrong_manifest');
  }

  async #proof({ item, proof, eventHash }: ReleasedItem, head: Head): Promise<void> {
    const report = await verifyProof(
      proof,
      this.#vkeys,
      bytesOfStrictHex(eventHash) ?? new Uint8Array(),
      this.#primitives,
    );
    // Only those who may see the event are given it. Whoever has it can see that it is the one of this content.
    const event = report.ok && report.payload ? eventOf(report.payload) : null;
    if (!report.ok) this.fault(/origin|signature/.test(report.reason) ? 3 : 4, item.position, report.reason);
    else if (
      event &&
      (event.facts?.contentHash !== item.contentHash || event.refs?.artifactId !== head.artifactId)
    )
      this.fault(4, item.position, 'wrong_event');
  }

  async #content(
    step: 5 | 7,
    { item: { position }, redactions, disclosure: ofEntry }: ReleasedItem,
    addendum: string | null,
    shown: Shown,
    disclosure: Disclosure | undefined,
  ): Promise<void> {
    // A disclosure that is not there is none, and is found to be malformed.
    const report = await hashedBy(checkDisclosure(disclosure as Disclosure), this.#primitives.sha256);
    if (!report.ok) return this.fault(step, position, report.reason);
    const { head, parts } = report;
    // What was added to another entry is not what is shown with this one.
    if (head.artifactId !== headOf(ofEntry).artifactId || !showsParts(shown, head, parts))
      this.fault(step, position, 'shown_differs');
    for (const withheld of withheldParts(position, addendum, parts, shown)) {
      const of = addendum === null ? 'section' : 'addendum';
      const named = addendum ?? withheld.section;
      if (withheld.of === 'text' && !redactions.some(({ part, key }) => part === of && key === named))
        this.fault(step, position, 'not_redacted');
      this.#withheld.push(withheld);
    }
  }

  async #signed({ item, addenda, signatures }: ReleasedItem, head: Head): Promise<void> {
    const { position, contentHash, signedBy } = item;
    const ofAddenda = addenda.map(({ disclosure }) => disclosure.contentHash);
    for (const { keyId, signature, statement } of signatures) {
      // What was added to an entry is signed as that alone, and not as a version of it.
      const isAddendum = statement.meaning === 'addendum';
      const isOfThis =
        statement.artifactId === head.artifactId &&
        (isAddendum ? null : head.versionNumber) === statement.versionNumber &&
        (isAddendum ? ofAddenda : [contentHash]).includes(statement.contentHash);
      const key = this.#signingKeys.get(keyId);
      if (!isOfThis) this.fault(6, position, 'wrong_statement');
      else if (!key) this.#missing(6, position, 'unknown_key');
      else if (await entrySignatureHolds(statement, signature, key, this.#primitives)) this.#signatures += 1;
      else this.fault(6, position, 'bad_signature');
    }
    const stated = signatures.map(({ statement }) => statement);
    if (!same(stated, signedBy, ({ signedAt }) => signedAt)) this.fault(6, position, 'signers_differ');
  }

  async #file(item: number, file: ReleasedAttachment): Promise<void> {
    const { contentBase64, sha256 } = file;
    const digest =
      contentBase64 === null
        ? await this.#given.digestOf?.(file)
        : hexOf(await this.#primitives.sha256(bytesOfBase64(contentBase64) ?? new Uint8Array()));
    if (!digest) this.#missing(8, item, 'not_there');
    else if (digest !== sha256) this.fault(8, item, 'wrong_digest');
  }

  #missing(step: ReleaseStep, item: number | null, reason: string): void {
    this.#unchecked.push({ step, item, reason });
  }

  report(release: ReleaseExport | null): ReleaseReport {
    const faults = this.#faults.toSorted((one, other) => one.step - other.step);
    const ended = this.#unchecked[0] ? 'incomplete' : 'holds';
    const outcome = faults[0] ? 'fails' : ended;
    return {
      outcome: release ? outcome : 'unreadable',
      faults,
      unchecked: this.#unchecked,
      withheld: this.#withheld,
      packageNumber: release?.package.packageNumber ?? null,
      items: release?.items.length ?? 0,
      signatures: this.#signatures,
    };
  }
}

/** Whether the two lists agree in this, one by one. */
const same = <One, Other>(one: readonly One[], other: readonly Other[], of: (each: One | Other) => unknown) =>
  JSON.stringify(one.map(of)) === JSON.stringify(other.map(of));
