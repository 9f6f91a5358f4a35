import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { scannedPng } from '../../../adapters-engines/src/text/testing/drawn-pages.ts';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

/** The specimen of ICAO 9303, and the same with one digit of the number changed. */
const lines = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3204153ZE184226B<<<<<16',
];
const changed = [lines[0] ?? '', (lines[1] ?? '').replace('L898902C3', 'L898903C3')];
const claimed = { surname: 'Eriksson', givenNames: 'Anna Maria', birthDate: '1974-08-12' };
/** Müller, whom a passport writes without the umlaut. */
const muller = [
  'P<UTOMUELLER<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3204153ZE184226B<<<<<16',
];

describe('lifecycle 13, walk-through 4: a passport', () => {
  let story: RetentionStory;
  let ada: Chancery;
  before(async () => {
    story = await openRetentionStory();
    ({ ada } = await story.signedIn());
  });
  after(() => story?.close());

  async function passport(picture: readonly string[] = ['PASSPORT']) {
    const { types } = await ada.lifecycle.listDocumentTypes();
    const documentTypeId = types.find(({ key }) => key === 'passport')?.id ?? '';
    const file = new Blob([Uint8Array.from(scannedPng(picture))], { type: 'image/png' });
    const name = 'passport.png';
    return (await ada.documents.uploadDocument({ file, name, documentTypeId })).document.id;
  }
  const verify = async (documentId: string, input: object) =>
    (await ada.lifecycle.verifyDocumentIdentity({ documentId, claimed, ...input })).verification;

  it('a zone is consistent or is not, and a specimen counts only where the workspace says so', async () => {
    const documentId = await passport();

    expect(await verify(documentId, { mrzLines: lines })).to.include({ outcome: 'inconclusive' });
    await ada.lifecycle.updateLifecycleSettings({ specimenAllowed: true });
    expect(await verify(documentId, { mrzLines: lines })).to.include({
      outcome: 'verified',
      assurance: 'mrz_consistency',
      format: 'TD3',
    });
    expect(await verify(documentId, { mrzLines: changed })).to.include({ outcome: 'invalid_document' });
    const { comparisons } = await verify(documentId, { mrzLines: muller, claimed: { surname: 'Müller' } });
    expect(comparisons).to.deep.equal([{ field: 'surname', result: 'match_transliterated' }]);
  });

  it('a picture with one misread digit accuses nobody', async () => {
    const documentId = await passport(['PASSPORT', ...changed]);
    // The type has it read by itself.
    await story.installation.mails();

    const { evidence } = await ada.lifecycle.listDocumentEvidence({ documentId, kind: 'mrz' });
    expect(evidence.map(({ method }) => method)).to.deep.equal(['ocr']);
    expect(evidence[0]?.confidence).to.be.at.most(0.5);
    expect(await verify(documentId, { source: 'document' })).to.include({
      outcome: 'inconclusive',
      source: 'ocr',
    });
  });

  it('nothing of the lines stands in database, mails, logs or files', () => {
    const folder = join(story.installation.spool, '..');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => statSync(path).isFile());
    const secrets = ['L898902C3', 'L898903C3', 'ERIKSSON<<ANNA', 'MUELLER<<ANNA'].map((text) =>
      Buffer.from(text),
    );

    const telling = files.filter((path) => {
      const bytes = readFileSync(path);
      return secrets.some((secret) => bytes.includes(secret));
    });

    expect(files.length).to.be.greaterThan(100);
    expect(telling).to.deep.equal([]);
  });
});
