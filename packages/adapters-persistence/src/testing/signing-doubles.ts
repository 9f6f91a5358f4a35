import { createHash } from 'node:crypto';
import {
  type Anchor,
  type AnchorFinder,
  type ByteSource,
  type DisclosureCatalog,
  type FoundAnchor,
  type MadeSigningCopy,
  type PdfSealer,
  type PhoneNumbers,
  SealFailure,
  type SealKey,
  type SealKeyProvider,
  type SealOrder,
  type SealOwner,
  type SignaturePage,
  type SigningPdfComposer,
  type signing,
  type TimestampAuthority,
} from '@chancery/core';

type ComposedCopy = Parameters<SigningPdfComposer['stamped']>[0];
type CertificateModel = Parameters<SigningPdfComposer['prepared']>[2];
type Mark = Parameters<SigningPdfComposer['stamped']>[1][number];

const a4 = { width: 595, height: 842, rotation: 0, cropBox: [0, 0, 595, 842] as const };

/** Makes copies that say of what they are one, and notes what it was asked. */
export class PlainSigningPdfComposer implements SigningPdfComposer {
  readonly asked: (SignaturePage | null)[] = [];
  pages = 1;
  /** Throw here to be a file of which nothing can be made, or wait to be slow. */
  before: () => Promise<void> = async () => undefined;

  async signingCopy(original: ByteSource, page: SignaturePage | null): Promise<MadeSigningCopy> {
    await this.before();
    this.asked.push(page);
    const parts: Uint8Array[] = [];
    for await (const part of await original.read()) parts.push(part);
    const added = page === null ? 0 : 1;
    return {
      bytes: Buffer.concat([Buffer.from('%PDF-1.7 copy of '), ...parts]),
      pages: Array.from({ length: this.pages + added }, () => a4),
      signaturePageFields: (page?.signers ?? []).flatMap(({ signerId }, at) =>
        (['signature', 'date'] as const).map((kind) => ({
          signerId,
          kind,
          page: this.pages + 1,
          x: kind === 'signature' ? 0.1 : 0.6,
          y: 0.1 * (at + 1),
          width: 0.3,
          height: 0.05,
        })),
      ),
    };
  }
  /** The copy with the marks written behind it. */
  async stamped({ content }: ComposedCopy, marks: readonly Mark[]): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of await content.read()) parts.push(part);
    const written = marks.map((mark) => ({
      ...mark,
      ...('png' in mark ? { png: Buffer.from(mark.png).toString('latin1') } : {}),
    }));
    return Buffer.concat([...parts, Buffer.from(`\n${JSON.stringify(written)}`)]);
  }
  readonly models: CertificateModel[] = [];
  /** Notes the facts, and answers with the copy and the evidence behind it. */
  async prepared(
    { content, pages }: ComposedCopy,
    marks: readonly Mark[],
    model: CertificateModel,
    evidence: Uint8Array,
  ) {
    this.models.push(model);
    await this.before();
    const parts: Uint8Array[] = [];
    for await (const part of await content.read()) parts.push(part);
    const bytes = Buffer.concat([...parts, Buffer.from(`\n${marks.length} marks\n`), evidence]);
    return { bytes, pages: [...pages, a4] };
  }
  async certificate() {
    return ({ sealedSha256 }: { readonly sealedSha256: string }) => ({
      bytes: Buffer.from(`%PDF-1.7 certificate of ${sealedSha256}`),
      pages: [a4],
    });
  }
}

/** Takes every PNG as it is, unless it says that it is blank; and notes how many it has looked at. */
export class PlainSignatureImages implements signing.SignatureImages {
  looked = 0;
  async checked(png: Uint8Array): Promise<signing.SignatureImage | null> {
    this.looked += 1;
    const text = Buffer.from(png).toString('latin1');
    if (!text.startsWith('\x89PNG') || text.includes('blank')) return null;
    return { png, width: 300, height: 100, sha256: createHash('sha256').update(png).digest('hex') };
  }
}

/** Writes a line behind the file instead of sealing it. */
export class PlainPdfSealer implements PdfSealer {
  failure: Error | null = null;
  sealed = 0;
  async seal<Made = undefined>(
    prepared: Uint8Array,
    _: SealOrder,
    meanwhile?: (unchecked: Uint8Array) => Promise<Made>,
  ) {
    if (this.failure !== null) throw this.failure;
    this.sealed += 1;
    const bytes = Buffer.concat([prepared, Buffer.from(`\nseal ${this.sealed}`)]);
    return {
      bytes,
      made: (await meanwhile?.(bytes)) as Made, // without it, nothing is what is made
      level: 'B-B' as const,
      timestamp: { status: 'none' as const, at: null, authority: null },
    };
  }
  verify(): never {
    throw new Error('Nothing is verified here');
  }
}

export const noTimestamps: TimestampAuthority = {
  policy: 'none',
  timestamp: () => Promise.reject(new Error('Nobody is asked')),
};

/** Finds the texts that a test puts down, as `text #occurrence`. */
export class PlainAnchorFinder implements AnchorFinder {
  readonly places = new Map<string, FoundAnchor>();
  async find(_: ByteSource, anchors: readonly Anchor[]): Promise<readonly (FoundAnchor | null)[]> {
    return anchors.map(({ text, occurrence }) => this.places.get(`${text} #${occurrence}`) ?? null);
  }
}

/** A seal whose key is there until a test takes it away. */
export class PlainSealKeys implements SealKeyProvider {
  validUntil = '2036-01-01T00:00:00.000Z';
  isThere = true;
  readonly asked: SealOwner[] = [];
  async keyOf(owner: SealOwner): Promise<SealKey> {
    this.asked.push(owner);
    if (!this.isThere) throw new SealFailure('seal.key_unavailable');
    return {
      algorithm: 'rsa',
      chain: [],
      fingerprint: '00',
      validFrom: '2020-01-01T00:00:00.000Z',
      validUntil: this.validUntil,
      sign: async (bytes) => createHash('sha256').update(bytes).digest(),
    };
  }
  async probe(): Promise<void> {
    if (!this.isThere) throw new SealFailure('seal.key_unavailable');
  }
  roots = async () => [];
}

const disclosure = (language: string) => ({
  version: '1',
  language,
  text: language === 'de' ? 'Sie unterschreiben elektronisch.' : 'You sign electronically.',
  sha256: createHash('sha256').update(language).digest('hex'),
});
const spoken = (languages: readonly string[]) =>
  languages.map((tag) => tag.split('-')[0]).find((language) => language === 'de' || language === 'en') ??
  'en';

/** One version, in English and German. */
export const plainDisclosures: DisclosureCatalog = {
  current: (languages) => disclosure(spoken(languages)),
  text: (version, languages) => (version === '1' ? disclosure(spoken(languages)) : null),
};

/** Takes what looks like a number of E.164, with blanks in it. */
export const plainPhoneNumbers: PhoneNumbers = {
  parse: (text) => {
    const number = text.replaceAll(' ', '');
    return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
  },
};
