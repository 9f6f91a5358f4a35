import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { aFile } from '../../adapters-persistence/src/testing/library.ts';
import { run } from './run.ts';
import { widthOf } from './table.ts';

describe('what runs out, at a terminal', () => {
  let api: Served;
  before(async () => {
    api = await served();
    const { chancery, owner } = api;
    const add = async (name: string, statedExpiresOn: string | null) => {
      const { document } = await chancery.documents.uploadDocument(
        { file: aFile('lease.pdf'), name },
        owner.session,
      );
      if (statedExpiresOn !== null)
        await chancery.lifecycle.configureDocumentLifecycle(
          { documentId: document.id, statedExpiresOn, ownerUserId: owner.id },
          owner.session,
        );
      return document.id;
    };
    await add('Permit', '2026-11-01');
    const lease = await add(
      'Lease of a house with a name that is far too long for any terminal',
      '2026-11-25',
    );
    await add('Licence, of Bo', '2026-12-02');
    await add('Far away', '2027-12-31');
    const documentId = await add('Without a date', null);
    const { types } = await chancery.lifecycle.listDocumentTypes({}, owner.session);
    const typeId = types.find(({ key }) => key === 'lease')?.id ?? null;
    await chancery.lifecycle.configureDocumentLifecycle(
      { documentId, typeId, ownerUserId: owner.id },
      owner.session,
    );
    await chancery.lifecycle.confirmDocumentExpiration(
      { documentId: lease, expiresOn: '2026-11-25' },
      owner.session,
    );
    await chancery.lifecycle.openRenewal({ documentId: lease, dueOn: '2026-11-24' }, owner.session);
  });
  after(() => api.close());

  /** Today is Monday, 23 November 2026, here as on the server. */
  async function shown(args: readonly string[], terminal: { columns?: number; color?: boolean } = {}) {
    const out: string[] = [];
    const exitCode = await run(['documents', 'lifecycle', ...args], {
      operations,
      env: {
        CHANCERY_BASE_URL: api.baseUrl,
        CHANCERY_TOKEN: api.owner.session.credential ?? '',
        ...(terminal.color ? { FORCE_COLOR: '1' } : {}),
      },
      homeDirectory: '/nowhere',
      hostName: 'laptop',
      now: () => new Date('2026-11-23T12:00:00Z'),
      stdout: {
        write: (text) => out.push(String(text)),
        ...(terminal.columns === undefined ? {} : { isTTY: true, columns: terminal.columns }),
      },
      stderr: { write: () => true },
      readInput: async () => '',
      ask: async () => '',
      fetch,
      loadHost: async () => null,
    });
    expect(exitCode).to.equal(0);
    return out.join('');
  }

  it('stands week by week, with what is still to be done', async () => {
    expect(await shown(['board', '--no-color'], { columns: 100 })).to.equal(
      [
        `Passed  ${'■'.repeat(24)} 1`,
        '  Sun 2026-11-01  Permit  not confirmed',
        '',
        `This week, until Sun 2026-11-29  ${'■'.repeat(24)} 1`,
        '  Wed 2026-11-25  Lease of a house with a name that is far too long for any…  renewal due 2026-11-24',
        '',
        `Next week, from Mon 2026-11-30  ${'■'.repeat(24)} 1`,
        '  Wed 2026-12-02  Licence, of Bo  not confirmed',
        '',
        '1 without a date',
        '',
      ].join('\n'),
    );
  });

  it('is never wider than the terminal, and coloured where somebody looks', async () => {
    const [narrow, coloured] = [
      await shown(['board', '--no-color'], { columns: 40 }),
      await shown(['board'], { columns: 100, color: true }),
    ];

    expect(Math.max(...narrow.split('\n').map(widthOf))).to.be.at.most(40);
    expect(coloured).to.include('\u001b[31mPassed').and.include('\u001b[33mThis week');
  });

  it('is the same as JSON, for as many weeks as are wanted', async () => {
    const one = JSON.parse(await shown(['board', '--weeks', '1', '--json']));
    const many = JSON.parse(await shown(['board', '--weeks', '104', '--json']));

    const names = (board: { weeks: { documents: { documentName: string }[] }[] }) =>
      board.weeks.map(({ documents }) => documents.map(({ documentName }) => documentName.slice(0, 8)));
    expect(names(one)).to.deep.equal([['Permit'], ['Lease of']]);
    expect(names(many)).to.deep.equal([['Permit'], ['Lease of'], ['Licence,'], ['Far away']]);
  });

  it('is a calendar of whole days, in which a date that nobody has confirmed is tentative', async () => {
    const lines = (await shown(['calendar', '--ics', '--weeks', '4'])).replaceAll('\r\n ', '').split('\r\n');
    const table = await shown(['calendar', '--weeks', '4'], { columns: 200 });

    expect(lines.filter((line) => /^(DTSTART|DTEND|SUMMARY|STATUS|TRANSP)/.test(line))).to.deep.equal([
      'DTSTART;VALUE=DATE:20261125',
      'DTEND;VALUE=DATE:20261126',
      'SUMMARY:Last day of Lease of a house with a name that is far too long for any terminal',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'DTSTART;VALUE=DATE:20261202',
      'DTEND;VALUE=DATE:20261203',
      'SUMMARY:Last day of Licence\\, of Bo',
      'STATUS:TENTATIVE',
      'TRANSP:TRANSPARENT',
    ]);
    expect(table).to.include('Wed 2026-11-25').and.include('Wed 2026-12-02').and.not.include('Permit');
  });
});
