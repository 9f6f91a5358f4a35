import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endingOf, failureOf, portalOffice } from '@chancery/adapters-persistence/testing';
import { canonicalText, verifyRelease } from '@chancery/verify';
import { expect } from 'chai';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { exportPortalPackage } from './export-portal-package.ts';

const judges = fileURLToPath(new URL('../../../../verify/src/testing', import.meta.url));
/** What the second implementation says of a file, without a cache of what was compiled. */
const judged = async (file: string) => {
  const program = `import sys; sys.path.insert(0, sys.argv[1]); from judge_releases import verdict; print(verdict(open(sys.argv[2]).read(), None, None))`;
  const { stdout } = await promisify(execFile)('python3', ['-B', '-c', program, judges, file]);
  return stdout.trim();
};

const open = { requiresConsent: false, downloadAllowed: true };

/** A release of an entry with a paragraph taken out of it and of one with a file, as its recipient took it away. */
async function exported() {
  const office = await portalOffice();
  const entry = await office.signed({ body: 'She called.\n\nHer aunt Eve drinks.\n\nNothing else.' });
  const { artifactId } = await office.signedWithFile();
  const { token } = await office.released(open, {
    items: [
      {
        artifactId: entry.id,
        redactions: [{ part: 'section', key: 'body', start: 22, end: 25, code: 'THIRD_PARTY' }],
      },
      { artifactId },
    ],
  });
  return { ...office, token, made: await office.take(token) };
}

const withItems = (office: Awaited<ReturnType<typeof portalOffice>>) => ({
  ...office,
  packageItems: async (packageId: string) => (await office.readPackage(packageId)).package.items,
});

describe('the export of a release', () => {
  it('PORT-9: verifies offline, and says what was withheld and what nothing proves', async () => {
    const { made, noticed } = await exported();

    const text = canonicalText(made);
    const report = await verifyRelease(text, {
      vkeys: [made.keys.vkey],
      signingKeys: made.keys.signingKeys.map(({ publicKey }) => publicKey),
    });

    expect(report.faults).to.deep.equal([]);
    expect([report.outcome, report.items, report.signatures, report.unchecked]).to.deep.equal([
      'holds',
      2,
      2,
      [],
    ]);
    expect(report.withheld).to.deep.equal([
      { item: 1, addendum: null, section: 'body', of: 'text', position: 1, isMarked: true },
    ]);
    const said = (await noticed()).find(({ type }) => type === 'portal.exported');
    expect(said?.facts).to.deep.equal({ sha256: hexOf(sha256(utf8(text))) });
  });

  it('PORT-9, GOV-41: altering a shown character, a salt, a leaf, the order of parts, a name or a file fails at its step', async () => {
    const { made } = await exported();
    const vkeys = [made.keys.vkey];
    type Release = ReturnType<typeof structuredClone<Record<string, never>>>;
    const stepOf = async (alter: (release: never) => void) => {
      const copy = structuredClone(made) as unknown as Release;
      alter(copy as never);
      const { outcome, faults } = await verifyRelease(canonicalText(copy), { vkeys });
      return `${outcome} ${faults[0]?.step ?? ''}`;
    };
    type Altered = {
      items: {
        item: {
          content: { sections: { value: string }[] };
          attachments: { contentBase64: string }[];
          signedBy: { signedAt: string }[];
        };
        disclosure: { shown: { salt: string; index: number }[]; withheld: { leafHash: string }[] };
        signatures: { signature: string }[];
        eventHash: string;
      }[];
      package: { manifestSha256: string };
      checkpoint: string;
    };
    const altering = (alter: (release: Altered) => void) => stepOf(alter as (release: never) => void);
    const other = (hex: string) => (hex.startsWith('0') ? `1${hex.slice(1)}` : `0${hex.slice(1)}`);
    const at = <T>(list: readonly T[], index = 0): T => list[index] as T;

    expect(
      await altering((release) => {
        const section = at(at(release.items).item.content.sections);
        section.value = section.value.replace('called', 'cal1ed');
      }),
    ).to.equal('fails 5');
    expect(
      await altering((release) => {
        const part = at(at(release.items).disclosure.shown, 1);
        part.salt = other(part.salt);
      }),
    ).to.equal('fails 5');
    expect(
      await altering((release) => {
        const leaf = at(at(release.items).disclosure.withheld);
        leaf.leafHash = other(leaf.leafHash);
      }),
    ).to.equal('fails 5');
    expect(
      await altering((release) => {
        const { shown } = at(release.items).disclosure;
        [at(shown, 1).index, at(shown, 2).index] = [at(shown, 2).index, at(shown, 1).index];
      }),
    ).to.equal('fails 5');
    expect(
      await altering((release) => {
        release.package.manifestSha256 = other(release.package.manifestSha256);
      }),
    ).to.equal('fails 2');
    expect(
      await altering((release) => {
        at(release.items).eventHash = other(at(release.items).eventHash);
      }),
    ).to.equal('fails 4');
    expect(
      await altering((release) => {
        at(at(release.items).item.signedBy).signedAt = '2026-01-01T00:00:00.000Z';
      }),
    ).to.equal('fails 6');
    expect(
      await altering((release) => {
        at(at(release.items, 1).item.attachments).contentBase64 = Buffer.from('altered').toString('base64');
      }),
    ).to.equal('fails 8');
  });

  it('PORT-9: what was added to an entry goes with it under its own proof, but not what was left out or added later', async () => {
    const office = await portalOffice();
    const { addTo, signed, released, read, take, noticed, packageItems } = withItems(office);
    const entry = await signed();
    const { addendum: left } = await addTo(entry.id, office.cy, { content: 'Not for the desk.' });
    const words = 'She called again.\n\nEvelynaquist answered.\n\nNobody else did.';
    const { addendum } = await addTo(entry.id, office.cy, { kind: 'late_entry', content: words });
    const redactions = [
      { part: 'addendum' as const, key: addendum.id, start: 19, end: 31, code: 'THIRD_PARTY' },
    ];
    const items = [{ artifactId: entry.id, addendumIds: [addendum.id], redactions }];

    const { token, packageId } = await released(open, { items });
    await addTo(entry.id, office.cy, { content: 'Added after the release.' });
    const made = await take(token);

    expect((await packageItems(packageId))[0]?.addenda).to.deep.equal([
      { id: addendum.id, contentHash: addendum.contentHash },
    ]);
    const shown = {
      ...{ id: addendum.id, kind: 'late_entry', attachments: [] },
      content: 'She called again.\n\n[redacted: THIRD_PARTY] answered.\n\nNobody else did.',
    };
    const [item] = (await read(token, packageId)).items;
    expect(item?.addenda).to.deep.equal([shown]);
    expect(item?.signedBy).to.have.length(2);
    const text = canonicalText(made);
    const report = await verifyRelease(text, {
      vkeys: [made.keys.vkey],
      signingKeys: made.keys.signingKeys.map(({ publicKey }) => publicKey),
    });
    expect(report.faults).to.deep.equal([]);
    expect([report.outcome, report.signatures, report.unchecked]).to.deep.equal(['holds', 2, []]);
    expect(report.withheld).to.deep.equal([
      { item: 1, addendum: addendum.id, section: null, of: 'text', position: 1, isMarked: true },
    ]);
    // A name that no digest or signature in base64 has by chance.
    for (const secret of ['Evelynaquist', 'Not for the desk', left.id, 'Added after', 'Nobody else, but'])
      expect(text + JSON.stringify(await noticed())).not.to.include(secret);
    const altered = await verifyRelease(text.replaceAll('Nobody else did.', 'Nobody else d1d.'));
    expect(altered.faults).to.deep.include({ step: 7, item: 1, reason: altered.faults[0]?.reason });
    const folder = await mkdtemp(join(tmpdir(), 'release-'));
    try {
      const file = join(folder, 'release.json');
      await writeFile(file, text);
      expect(await judged(file)).to.equal("('holds', None, None)");
      await writeFile(file, text.replaceAll('Nobody else did.', 'Nobody else d1d.'));
      expect(await judged(file)).to.equal("('fails', 7, 1)");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('GOV-6, GOV-9: all that was added to the version goes with it unless it is said, and nothing of a later one', async () => {
    const office = await portalOffice();
    const { addTo, signed, authorized, prepare, packageItems, approvePackage, sql } = withItems(office);
    const { id: authorizationId } = await authorized({ maxReleases: 3 });
    const entry = await signed();
    const other = await signed();
    const { addendum: first } = await addTo(entry.id);
    const { addendum: second } = await addTo(entry.id, office.cy, { content: 'And once more.' });
    const { addendum: elsewhere } = await addTo(other.id);
    const pinned = async (item: object = {}) => {
      const { id } = await prepare(authorizationId, { items: [{ artifactId: entry.id, ...item }] });
      return { id, addenda: (await packageItems(id))[0]?.addenda.map(({ id: of }) => of) };
    };

    const all = await pinned();
    expect(all.addenda).to.deep.equal([first.id, second.id]);
    expect((await pinned({ addendumIds: [] })).addenda).to.deep.equal([]);
    expect(await endingOf(pinned({ addendumIds: [elsewhere.id] }))).to.equal(
      'request.invalid addendum.not_found',
    );
    const beyond = { part: 'addendum', key: elsewhere.id, start: null, end: null, code: 'X' };
    expect(await endingOf(pinned({ redactions: [beyond] }))).to.equal('request.invalid redaction.outside');
    await sql("update record_addenda set content_hash = repeat('ab', 32) where id = $1", [second.id]);
    expect(await failureOf(approvePackage(all.id))).to.equal('release_package.manifest_changed');
  });

  it('PORT-9: a second judge, written in Python from the specification, finds the same', async () => {
    const { made } = await exported();
    const folder = await mkdtemp(join(tmpdir(), 'release-'));
    try {
      const file = join(folder, 'release.json');
      const text = canonicalText(made);
      await writeFile(file, text);
      expect(await judged(file)).to.equal("('holds', None, None)");
      await writeFile(file, text.replaceAll('She called.', 'She cal1ed.'));
      expect(await judged(file)).to.equal("('fails', 5, 1)");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('PORT-7: counts as an opening, and as exported, once it is delivered and not when it is only made', async () => {
    const { released, chancery, held, asRecipient, readPackage, noticed, clock, take, own, cy } =
      await portalOffice();
    const { token, packageId } = await released({ ...open, maxOpens: 1 });
    const activity = async () => {
      const { opens, exportedAt } = (await readPackage(packageId)).package.recipientActivity;
      return [opens, exportedAt, (await noticed()).map(({ type }) => type)];
    };
    const made = () =>
      chancery.executeForJson('exportPortalPackage', exportPortalPackage, held(token), asRecipient);

    const outcome = await made();
    expect(await activity()).to.deep.equal([0, null, []]);
    await outcome.delivering?.();
    const counted = [1, clock.now(), ['portal.opened', 'portal.exported']];
    expect(await activity()).to.deep.equal(counted);

    clock.advance({ minutes: 31 });
    expect(await failureOf(take(token))).to.equal('portal.opens_used_up');
    expect(await activity()).to.deep.equal(counted);
    const other = await released(open);
    const waiting = await chancery.executeForJson(
      ...(['exportPortalPackage', exportPortalPackage, held(other.token), asRecipient] as const),
    );
    await own.revokeReleasePackage({ packageId: other.packageId, reason: 'Wrong person' }, cy.session);
    expect(await endingOf(waiting.delivering?.() ?? Promise.resolve())).to.equal('link.gone revoked');
  });

  it('says no to whoever may not download, or has not done what is required', async () => {
    const { released, take, decide } = await portalOffice();
    const kept = await released({ downloadAllowed: false, requiresConsent: false });
    const asking = await released({ accessCode: '482913' });

    expect(await failureOf(take(kept.token))).to.equal('portal.download_not_allowed');
    expect(await failureOf(take(asking.token))).to.equal('portal.access_code_required');
    expect(await failureOf(decide(asking.token))).to.equal('portal.access_code_required');
    const consent = await released({});
    expect(await failureOf(take(consent.token))).to.equal('portal.consent_required');
  });
});
