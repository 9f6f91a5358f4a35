import { parseStrictJson } from './canonical-json.ts';
import type { Disclosure } from './content.ts';
import type { SignatureStatement } from './record-signature.ts';
import { fits, members, type Shape } from './shape.ts';

export const RELEASE_FORMAT = 'chancery.release/1';

/** A file of an entry or addendum: beside what its part of the content says, its bytes or where they are. */
export interface ReleasedAttachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Null if the file is not embedded. */
  readonly contentBase64: string | null;
  readonly contentPath: string | null;
}

export interface ReleasedAddendum {
  readonly id: string;
  readonly kind: string;
  readonly content: string | null;
  readonly attachments: readonly ReleasedAttachment[];
}

/** An entry as the recipient reads it. */
export interface ReleasedView {
  readonly id: string;
  readonly position: number;
  readonly title: string;
  readonly entryType: string;
  readonly occurredAt: string;
  readonly signedBy: readonly {
    readonly name: string;
    readonly title: string | null;
    readonly signedAt: string;
  }[];
  readonly content: {
    readonly sections: readonly {
      readonly key: string;
      readonly title: string;
      readonly kind: string;
      readonly value: unknown;
    }[];
  } | null;
  readonly addenda: readonly ReleasedAddendum[];
  readonly attachments: readonly ReleasedAttachment[];
  readonly redacted: boolean;
  readonly contentHash: string;
  readonly flag: string;
  readonly flagText: string | null;
}

export interface ReleasedItem {
  readonly item: ReleasedView;
  readonly disclosure: Disclosure;
  readonly addenda: readonly { readonly id: string; readonly disclosure: Disclosure }[];
  readonly signatures: readonly {
    readonly keyId: string;
    readonly signature: string;
    readonly statement: SignatureStatement;
  }[];
  /** What was taken out, as the manifest lists it. */
  readonly redactions: readonly {
    readonly part: string;
    readonly key: string;
    readonly start: number | null;
    readonly end: number | null;
    readonly code: string;
  }[];
  /** The hash of the event that made the version final, which `proof` finds in the tree. */
  readonly eventHash: string;
  readonly proof: string;
}

/** What a recipient takes away from a release, so that it can be checked without the server that gave it. */
export interface ReleaseExport {
  readonly format: typeof RELEASE_FORMAT;
  readonly authorizationId: string;
  readonly package: {
    readonly id: string;
    readonly packageNumber: string;
    readonly title: string;
    readonly coverNote: string | null;
    readonly workspaceName: string;
    readonly subjectDisplayName: string;
    readonly purposeOfUse: string;
    readonly releasedAt: string;
    readonly expiresAt: string;
    readonly singlePerson: boolean;
    readonly requires: readonly string[];
    readonly downloadAllowed: boolean;
    readonly redisclosureNotice: { readonly code: string; readonly text: string } | null;
    readonly terms: { readonly text: string; readonly sha256: string } | null;
    readonly consentedAt: string | null;
    readonly manifestSha256: string;
  };
  readonly items: readonly ReleasedItem[];
  readonly keys: {
    readonly vkey: string;
    readonly signingKeys: readonly { readonly keyId: string; readonly publicKey: string }[];
  };
  /** The newest signed checkpoint. */
  readonly checkpoint: string;
  readonly notice: string | null;
  readonly generatedAt: string;
}

const attachments: Shape = [
  members('id fileName contentType c:sizeBytes sha256 n:contentBase64 n:contentPath'),
];
const release: Shape = {
  ...members('format authorizationId checkpoint n:notice generatedAt'),
  package: {
    ...members('id packageNumber title n:coverNote workspaceName subjectDisplayName purposeOfUse releasedAt'),
    ...members('expiresAt b:singlePerson b:downloadAllowed n:consentedAt manifestSha256'),
    requires: ['t'],
    redisclosureNotice: [members('code text'), ''],
    terms: [members('text sha256'), ''],
  },
  items: [
    {
      item: {
        ...members('id c:position title entryType occurredAt b:redacted contentHash flag n:flagText'),
        signedBy: [members('name n:title signedAt')],
        content: [{ sections: [members('key title kind *:value')] }, ''],
        addenda: [{ ...members('id kind n:content'), attachments }],
        attachments,
      },
      addenda: [members('id o:disclosure')],
      signatures: [members('keyId signature o:statement')],
      redactions: [members('part key *:start *:end code')],
      ...members('o:disclosure eventHash proof'),
    },
  ],
  keys: { vkey: 't', signingKeys: [members('keyId publicKey')] },
};

/** The export, or null if the text is no I-JSON of this format with every member it has and no other. */
export function readRelease(json: string): ReleaseExport | null {
  try {
    const value = parseStrictJson(json);
    // What fits the shape has the members of the type, which says the same. Contents and signatures are looked at later.
    return fits(value, release) && (value as ReleaseExport).format === RELEASE_FORMAT
      ? (value as ReleaseExport)
      : null;
  } catch {
    return null;
  }
}
