import { checkDisclosure, contentHash, hashedNow } from '@chancery/verify';
import { expect } from 'chai';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { isFailure } from '../../kernel/errors.ts';
import { markedText } from './redaction.ts';
import type { PackageItem } from './release-package.ts';
import { itemDisclosure, type PinnedItem, renderedItem } from './rendered-item.ts';
import { soundRedactions, type WantedRedaction } from './sound-redactions.ts';

const span = (start: number | null, end: number | null, code = 'THIRD_PARTY'): WantedRedaction => ({
  ...{ part: 'section', key: 'body', start, end, code },
  note: null,
});
let made = 0;
const newId = () => `redaction ${++made}`;
const sound = (value: unknown, wanted: readonly WantedRedaction[], kind = 'text') =>
  soundRedactions(
    wanted,
    { sections: [{ key: 'body', kind, value }], addenda: [], attachmentIds: [] },
    { pointer: '/items/0', newId },
  ).map(({ start, end, code }) => [start, end, code]);
const faultOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    const [detail] = isFailure(error) ? error.details : [];
    return `${detail?.path} ${detail?.code}`;
  }
};

describe('redactions', () => {
  it('GOV-45: count code points, and are widened to what people see as one character', () => {
    // A family of five code points and two joiners, and an e with a combining accent.
    const text = 'Ann 👨‍👩‍👧 and e\u0301va';

    expect(sound(text, [span(0, 3)])).to.deep.equal([[0, 3, 'THIRD_PARTY']]);
    expect(sound(text, [span(5, 6)])).to.deep.equal([[4, 9, 'THIRD_PARTY']]);
    expect(sound(text, [span(15, 16)])).to.deep.equal([[14, 16, 'THIRD_PARTY']]);
  });

  it('GOV-45: are merged where they touch under one code, and stay apart under two', () => {
    expect(sound('abcdefgh', [span(4, 6), span(2, 4)])).to.deep.equal([[2, 6, 'THIRD_PARTY']]);
    expect(sound('abcdefgh', [span(2, 4), span(4, 6, 'LEGAL')])).to.deep.equal([
      [2, 4, 'THIRD_PARTY'],
      [4, 6, 'LEGAL'],
    ]);
  });

  it('GOV-9: which overlap, or lie outside of the text, are refused', () => {
    expect(faultOf(() => sound('abcdef', [span(1, 4), span(3, 5)]))).to.equal(
      '/items/0/redactions/1 redaction.overlap',
    );
    expect(faultOf(() => sound('abcdef', [span(null, null), span(3, 5)]))).to.equal(
      '/items/0/redactions/1 redaction.overlap',
    );
    for (const outside of [span(5, 7), span(3, 3), span(4, 2), { ...span(0, 1), key: 'other' }])
      expect(faultOf(() => sound('abcdef', [outside]))).to.equal('/items/0/redactions/0 redaction.outside');
    // Between two paragraphs there is nothing that could be taken out.
    expect(faultOf(() => sound('ab\n\ncd', [span(2, 4)]))).to.equal(
      '/items/0/redactions/0 redaction.outside',
    );
  });

  it('GOV-45: of values that are no text are whole', () => {
    expect(faultOf(() => sound(12.5, [span(0, 1)], 'number'))).to.equal(
      '/items/0/redactions/0 redaction.whole',
    );
    expect(sound(12.5, [span(null, null)], 'number')).to.deep.equal([[null, null, 'THIRD_PARTY']]);
    expect(sound(['a', 'b'], [span(null, null)], 'multi_choice')).to.deep.equal([
      [null, null, 'THIRD_PARTY'],
    ]);
  });

  it('GOV-45: take links and images with them, and make no link of their mark', () => {
    const link = 'see [Ann](https://ann.example.org/smith) now';
    expect(sound(link, [span(5, 8)], 'markdown')).to.deep.equal([[4, 40, 'THIRD_PARTY']]);
    expect(markedText(link, [{ start: 4, end: 40, code: 'X' }], true).text).to.equal('see [redacted: X] now');
    expect(sound(link, [span(5, 8)], 'text')).to.deep.equal([[5, 8, 'THIRD_PARTY']]);
    expect(markedText('Ann(her aunt)', [{ start: 0, end: 3, code: 'X' }], true).text).to.equal(
      '[redacted: X] (her aunt)',
    );
  });

  it('GOV-9: leave every other paragraph as it was, whatever they reach over', () => {
    const text = 'One.\n\nTwo two.\n\n\nThree.';

    expect(markedText(text, [{ start: 7, end: 20, code: 'X' }], false)).to.deep.equal({
      text: 'One.\n\nT[redacted: X]\n\n\n[redacted: X]ee.',
      touched: [1, 2],
    });
    expect(markedText(text, [{ start: 6, end: 14, code: 'X' }], false)).to.deep.equal({
      text: 'One.\n\n[redacted: X]\n\n\nThree.',
      touched: [1],
    });
  });
});

describe('an item of a package', () => {
  const salt = new Uint8Array(32).fill(7);
  const file = (id: string) => ({
    ...{ id, fileName: `${id}.pdf`, contentType: 'application/pdf' },
    sizeBytes: 3,
    sha256: 'ab',
  });
  const pinned: PinnedItem = {
    document: {
      title: 'First interview',
      entryType: 'note',
      occurredAt: '2026-03-01T09:00:00.000Z',
      sections: [
        {
          key: 'body',
          title: 'Text',
          kind: 'markdown',
          value: 'She called.\n\nHer aunt Eve drinks.\n\nShe left.',
        },
        { key: 'score', title: 'Score', kind: 'number', value: 17.25 },
      ],
      attachments: [file('one'), file('two')],
    },
    salt,
    addenda: [],
    signedBy: [{ name: 'Cy', title: null, signedAt: '2026-03-02T09:00:00.000Z' }],
  };
  const item: PackageItem = {
    ...{ id: 'item', packageId: 'package', position: 1, artifactId: 'entry', versionNumber: 1 },
    ...{ entryType: 'note', occurredAt: pinned.document.occurredAt, addenda: [], effectiveMask: 0 },
    contentHash: hexOf(hashedNow(contentHash({ ...pinned.document }, salt), sha256)),
    attachments: [{ id: 'one', sha256: 'ab', sizeBytes: 3 }],
    redactions: [
      { id: '1', part: 'section', key: 'body', start: 22, end: 25, code: 'THIRD_PARTY' },
      { id: '2', part: 'section', key: 'score', start: null, end: null, code: 'TEST' },
    ],
    flag: 'none',
    flaggedAt: null,
  };

  it('GOV-9: shows nothing of what was taken out, and nothing of a file that is left out', () => {
    const shown = renderedItem(item, pinned);

    expect(shown.content.sections.map(({ value }) => value)).to.deep.equal([
      'She called.\n\nHer aunt [redacted: THIRD_PARTY] drinks.\n\nShe left.',
      '[redacted: TEST]',
    ]);
    expect(shown.attachments.map(({ id }) => id)).to.deep.equal(['one']);
    expect(shown.redacted).to.equal(true);
    const all = JSON.stringify([shown, itemDisclosure(item, pinned)]);
    for (const secret of ['Eve', '17.25', 'two.pdf']) expect(all).not.to.include(secret);
  });

  it('GOV-9: proves the rest, and says which paragraphs are withheld', () => {
    const { disclosure } = itemDisclosure(item, pinned);

    expect(disclosure.contentHash).to.equal(item.contentHash);
    expect(disclosure.withheld.map(({ index }) => index)).to.deep.equal([2, 4, 6]);
    const report = hashedNow(checkDisclosure(disclosure), sha256);
    expect(
      report.ok && report.parts.filter(({ isShown }) => isShown).map(({ value }) => value),
    ).to.deep.equal([
      // The first part counts the others.
      report.ok && report.head,
      'She called.\n\n',
      'She left.',
      file('one'),
    ]);
  });
});
