import { expect } from 'chai';
import { checkedFindings } from '../intelligence/citations.ts';
import { findingKinds, mostFindings } from '../intelligence/finding.ts';
import type { IntelligenceAsked, IntelligenceProvider, ReadVersion } from '../intelligence/provider.ts';

/** A version with one section of running text. */
export function readVersion(body: string, over: Partial<ReadVersion> = {}): ReadVersion {
  const text = `First interview\n\nText\n${body}\n\n`;
  const start = 'First interview\n\nText\n'.length;
  return {
    artifactId: '01900000-0000-7000-8000-000000000001',
    versionNumber: 1,
    occurredAt: '2026-05-04T10:00:00.000Z',
    occurredOn: '2026-05-04T12:00:00',
    text,
    sections: [{ key: 'body', kind: 'markdown', start, end: start + [...body].length }],
    templateId: null,
    subjectId: '01900000-0000-7000-8000-000000000002',
    birthDate: null,
    ...over,
  };
}

export interface ProviderUnderTest {
  readonly provider: IntelligenceProvider;
  close?(): Promise<void>;
}

const body = 'She moved on 3 March 2026 👋. We will call the school by 12 May 2026. She is well.';

/** What every `IntelligenceProvider` promises. */
export const intelligenceProviderContract = (name: string, open: () => Promise<ProviderUnderTest>): void => {
  describe(`intelligence provider: ${name}`, () => {
    let here: ProviderUnderTest;
    before(async () => {
      here = await open();
    });
    after(() => here.close?.());
    const ask = (over: Partial<IntelligenceAsked> = {}) => {
      const asked = {
        kinds: findingKinds,
        language: 'en',
        versions: [readVersion(body)],
        openFollowUps: [],
        ...over,
      };
      return here.provider.run(asked).then((proposed) => ({ asked, proposed }));
    };

    it('finds something in an entry that says something, and cites where it stands', async () => {
      const { asked, proposed } = await ask();

      expect(proposed).to.have.length.above(0).and.at.most(mostFindings);
      const { findings, dropped } = checkedFindings(proposed, asked);
      expect([findings.length, dropped]).to.deep.equal([proposed.length, 0]);
    });

    it('answers about what was asked for alone', async () => {
      for (const kind of findingKinds) {
        const { proposed } = await ask({ kinds: [kind] });
        expect(new Set(proposed.map((finding) => finding.kind)).size).to.be.at.most(1);
        expect(proposed.every((finding) => finding.kind === kind)).to.equal(true);
      }
    });

    it('finds nothing in no entry', async () => {
      expect((await ask({ versions: [] })).proposed).to.deep.equal([]);
    });

    it('names what computes', () => {
      expect(here.provider.model).to.be.a('string').and.not.equal('');
    });
  });
};
