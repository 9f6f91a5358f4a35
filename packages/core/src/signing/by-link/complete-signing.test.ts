import {
  aPng,
  aVisitor,
  type FieldOfRound,
  failureOf,
  faultsOf,
  type SentRound,
  sentRound,
  typed,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const grace = aVisitor();

/** Completes as this person, with a typed signature unless the test says otherwise. */
const complete = (here: SentRound, name: string, over: object = {}, caller = grace) =>
  here.chancery.signing.completeSigning(
    { ...here.completion(name), signature: typed(name), ...over },
    caller,
  );

describe('completeSigning', () => {
  it('SIG-12: fills the fields of the last person and completes the round, once', async () => {
    const here = await sentRound({ round: { redirectUrl: 'https://example.org/thanks' } });

    const answer = await complete(here, 'Grace');

    expect(answer).to.deep.equal({
      signer: { id: here.idOf('Grace'), status: 'completed', completedAt: here.clock.now() },
      documentStatus: 'completed',
      remaining: 0,
      redirectUrl: 'https://example.org/thanks',
    });
    const round = await here.round();
    expect([round.status, round.completedAt, round.seal.status]).to.deep.equal([
      'completed',
      here.clock.now(),
      'queued',
    ]);
    const { document } = await here.documents.getDocument(
      { documentId: here.documentId },
      here.owner.session,
    );
    expect(document.signatureStatus).to.equal('completed');
    expect((await here.happened()).slice(-3).map(({ type }) => type)).to.deep.equal([
      'signer.consented',
      'signer.completed',
      'document.completed',
    ]);
  });

  it('SIG-12: leaves the round open while others have still to sign, and moves the document on', async () => {
    const here = await sentRound({
      people: [{ name: 'Grace' }, { name: 'Alan', role: 'approver' }],
      fields: [{ of: 'Grace' }],
    });

    const first = await complete(here, 'Grace');
    const second = await here.chancery.signing.completeSigning(
      { ...here.completion('Alan'), intent: 'approve' },
      grace,
    );

    expect([first.documentStatus, first.remaining]).to.deep.equal(['sent', 1]);
    expect([second.documentStatus, second.remaining]).to.deep.equal(['completed', 0]);
  });

  it('SIG-10: the next group is invited by the completion that ends the one before it', async () => {
    const here = await sentRound({
      round: { signingOrder: 'sequential' },
      people: [{ name: 'Grace' }, { name: 'Alan', order: 2, status: 'waiting' }],
    });

    await complete(here, 'Grace');

    const alan = await here.signer('Alan');
    expect([alan.status, alan.linkVersion, alan.sentAt]).to.deep.equal(['sent', 1, here.clock.now()]);
    expect((await here.happened()).slice(-3).map(({ type }) => type)).to.deep.equal([
      'signer.consented',
      'signer.completed',
      'signer.sent',
    ]);
  });

  it('SIG-10: while one of a group has still to sign, the next group goes on waiting', async () => {
    const here = await sentRound({
      round: { signingOrder: 'sequential' },
      people: [{ name: 'Grace' }, { name: 'Linda' }, { name: 'Alan', order: 2, status: 'waiting' }],
    });
    const alan = async () => {
      const { status, linkVersion } = await here.signer('Alan');
      return [status, linkVersion];
    };

    expect((await complete(here, 'Grace')).remaining).to.equal(2);
    expect(await alan()).to.deep.equal(['waiting', null]);
    expect((await complete(here, 'Linda')).remaining).to.equal(1);
    expect(await alan()).to.deep.equal(['sent', 1]);
  });

  it('SIG-12: keeps signature and facts sealed, and nothing of them in events', async () => {
    const here = await sentRound({
      people: [{ name: 'Grace' }],
      fields: [{ of: 'Grace' }, { of: 'Grace', kind: 'initials' }],
    });

    await complete(here, 'Grace', {
      signature: { method: 'drawn', image: aPng('curves of Grace') },
      initials: typed('GH'),
      timeZone: 'Asia/Tokyo',
    });

    const [row] = await here.sql<Record<string, Buffer | null>>(
      'select signature_image_sealed s, initials_image_sealed i, facts_sealed f from signature_materials where signer_id = $1',
      [here.idOf('Grace')],
    );
    const place = `signature-material:${here.idOf('Grace')}`;
    const opened = (sealed: Buffer | null | undefined) =>
      Buffer.from(here.ports.keyRing.open(sealed ?? Buffer.alloc(0), place)).toString('latin1');
    expect(opened(row?.s)).to.equal('\x89PNG curves of Grace');
    expect(row?.i).to.equal(null);
    expect(JSON.parse(opened(row?.f))).to.deep.equal({
      signatureMethod: 'drawn',
      typedSignature: null,
      initialsMethod: 'typed',
      typedInitials: 'GH',
      ip: '198.51.100.7',
      userAgent: 'test',
      timeZone: 'Asia/Tokyo',
      documentSha256: here.copySha256,
      disclosureVersion: '1',
      disclosureSha256: 'dbd3a49d0d906b4ed9216b73330d2fb080ef2f758c12f3885068222e5e17151c',
      disclosureLanguage: 'en',
      intent: 'sign',
      sessionTokenHash: null,
      linkVersion: 1,
    });
    const happened = JSON.stringify(await here.happened());
    expect(happened).to.not.include('198.51.100.7').and.not.include('GH"');
  });

  it('SIG-23: a document that everybody has signed is not trashed before it has its seal', async () => {
    const here = await sentRound();
    await complete(here, 'Grace');

    expect(
      await failureOf(here.documents.trashDocument({ documentId: here.documentId }, here.owner.session)),
    ).to.equal('document.signing_in_progress');
  });

  it('SIG-13: another file than the signing copy is refused, and nothing is stored', async () => {
    const here = await sentRound();

    const refusal = await failureOf(complete(here, 'Grace', { documentSha256: 'a'.repeat(64) }));

    expect(refusal).to.equal('signing.content_changed');
    expect((await here.signer('Grace')).status).to.equal('sent');
  });

  it('SIG-16: without agreement to the text that is shown nobody completes, unless the sender asks for none', async () => {
    const here = await sentRound();
    const free = await sentRound({ round: { requireConsent: false } });

    for (const consent of [undefined, { accepted: false, version: '1' }, { accepted: true, version: '0' }])
      expect(await failureOf(complete(here, 'Grace', { consent }))).to.equal('signing.consent_required');
    expect((await here.signer('Grace')).consentedAt).to.equal(null);
    await complete(free, 'Grace', { consent: undefined });

    expect((await free.signer('Grace')).consentedAt).to.equal(null);
    expect((await free.happened()).map(({ type }) => type)).to.not.include('signer.consented');
  });

  it('SIG-16: the agreement names version and digest of the text, and its instant', async () => {
    const here = await sentRound({ people: [{ name: 'Grace', language: 'de-AT' }] });

    await complete(here, 'Grace');

    const { consent } = await here.chancery.signing.getSigningLink({ token: here.tokenOf('Grace') }, grace);
    const event = (await here.happened()).find(({ type }) => type === 'signer.consented');
    expect(event?.facts).to.include({ disclosureVersion: '1', disclosureSha256: consent?.textSha256 });
    expect([consent?.language, consent?.accepted]).to.deep.equal(['de', true]);
    expect((await here.signer('Grace')).consentedAt).to.equal(here.clock.now());
  });

  it('SIG-17: the intent is that of the role', async () => {
    const here = await sentRound({
      people: [{ name: 'Grace' }, { name: 'Alan', role: 'approver' }],
      fields: [],
    });
    const { signing } = here.chancery;

    expect(await failureOf(complete(here, 'Grace', { intent: 'approve' }))).to.equal(
      'signing.intent_mismatch',
    );
    expect(await failureOf(signing.completeSigning(here.completion('Alan'), grace))).to.equal(
      'signing.intent_mismatch',
    );
  });

  it('SIG-36: a repeat with the same idempotency key gets the first answer, and without a key a conflict', async () => {
    const here = await sentRound();
    const key = aVisitor('198.51.100.7', 'once');

    const first = await complete(here, 'Grace', {}, key);
    const again = await complete(here, 'Grace', {}, key);

    expect(again).to.deep.equal(first);
    expect(await failureOf(complete(here, 'Grace'))).to.equal('signing.already_completed');
    const view = await here.chancery.signing.getSigningLink({ token: here.tokenOf('Grace') }, grace);
    expect([view.status, view.signer.status]).to.deep.equal(['completed', 'completed']);
  });

  it('SIG-12: a link that only gives a copy signs nothing', async () => {
    const here = await sentRound({
      people: [{ name: 'Cleo', role: 'copy', status: 'sent' }, { name: 'Grace' }],
      fields: [],
    });

    expect(await failureOf(complete(here, 'Cleo'))).to.equal('signing.role_cannot_sign');
  });

  it('SIG-26: whoever has signed sees that it is done, and what the document holds by now', async () => {
    const here = await sentRound({ people: [{ name: 'Grace' }, { name: 'Alan' }] });
    await complete(here, 'Grace');

    const token = here.tokenOf('Grace');
    const view = await here.chancery.signing.getSigningLink({ token }, grace);
    const plain = await here.chancery.signing.getSigningContent({ token }, grace);
    const stamped = await here.chancery.signing.getSigningContent({ token, render: 'stamped' }, grace);

    expect(view.status).to.equal('completed');
    expect(plain).to.have.nested.property('stored.sizeBytes', here.copy.byteLength);
    const content = 'content' in stamped ? Buffer.from(stamped.content as Uint8Array).toString() : '';
    expect(content.startsWith(here.copy.toString())).to.equal(true);
    expect(JSON.parse(content.split('\n').at(-1) ?? '')).to.have.deep.members([
      { page: 1, x: 0.1, y: 0, width: 0.3, height: 0.05, kind: 'typed', text: 'Grace' },
    ]);
  });
});

describe('what is filled in', () => {
  const rest = { signature: typed('Grace') };

  it('SIG-15: dates of signing are those of the signer, who may change the name and not the address', async () => {
    const here = await sentRound({
      startsAt: '2026-11-23T22:30:00.000Z',
      people: [{ name: 'Grace' }],
      fields: (['date', 'name', 'email', 'signature'] as const).map((kind) => ({ of: 'Grace', kind })),
    });
    const name = { fieldId: here.fieldOf('Grace', 'name'), value: 'Rear Admiral Hopper' };

    await complete(here, 'Grace', { timeZone: 'Europe/Berlin', fields: [name] });

    expect(await valuesOf(here)).to.deep.equal({
      date: '2026-11-23',
      name: 'Rear Admiral Hopper',
      email: 'grace@example.org',
      signature: null,
    });
  });

  it('SIG-15: a name that is not given, or is given as nothing, is that of the person', async () => {
    for (const values of [[], ['']]) {
      const here = await sentRound({ people: [{ name: 'Grace' }], fields: [{ of: 'Grace', kind: 'name' }] });
      const fieldId = here.fieldOf('Grace', 'name');
      const fields = values.map((value) => ({ fieldId, value }));

      await here.chancery.signing.completeSigning({ ...here.completion('Grace'), fields }, grace);

      expect(await valuesOf(here)).to.deep.equal({ name: 'Grace' });
    }
  });

  for (const [zone, day] of [
    ['Asia/Tokyo', '2026-11-24'],
    ['America/New_York', '2026-11-23'],
    ['Middle-Earth/Shire', '2026-11-23'],
  ] as const)
    it(`SIG-15: at 16:00 UTC the date in ${zone} is ${day}`, async () => {
      const here = await sentRound({
        startsAt: '2026-11-23T16:00:00.000Z',
        people: [{ name: 'Grace' }],
        fields: [{ of: 'Grace', kind: 'date' }],
      });

      await here.chancery.signing.completeSigning({ ...here.completion('Grace'), timeZone: zone }, grace);

      expect((await valuesOf(here)).date).to.equal(day);
    });

  it('SIG-15: without a zone of the signer the date is that of the workspace', async () => {
    const here = await sentRound({
      startsAt: '2026-11-23T16:00:00.000Z',
      people: [{ name: 'Grace' }],
      fields: [{ of: 'Grace', kind: 'date' }],
    });
    await here.sql(
      `update workspaces set settings = settings || '{"defaultTimeZone": "Asia/Tokyo"}' where id = $1`,
      [here.workspaceId],
    );

    await here.chancery.signing.completeSigning(here.completion('Grace'), grace);

    expect((await valuesOf(here)).date).to.equal('2026-11-24');
  });

  it('SIG-32: a zone and a language that nobody knows count as not given', async () => {
    const here = await sentRound();

    await complete(here, 'Grace', { timeZone: 'Mars/Olympus', locale: '!!' });

    expect((await here.signer('Grace')).timeZone).to.equal(null);
  });

  it('SIG-32: a zone that is known is the one of the signer from then on', async () => {
    const here = await sentRound();

    await complete(here, 'Grace', { timeZone: 'Asia/Tokyo' });

    expect((await here.signer('Grace')).timeZone).to.equal('Asia/Tokyo');
  });

  type Wrong = readonly [
    what: string,
    field: Omit<FieldOfRound, 'of'>,
    value: string | boolean | null,
    fault: string,
  ];
  const wrongs: readonly Wrong[] = [
    ['a required text that is missing', { kind: 'text' }, null, '/fields field.required_missing'],
    ['a required text that is empty', { kind: 'text' }, '', '/fields field.required_missing'],
    ['a text over its length', { kind: 'text', maxLength: 3 }, 'abcd', '/fields/0/value field.value_invalid'],
    ['a text over 500 characters', { kind: 'text' }, 'a'.repeat(501), '/fields/0/value field.value_invalid'],
    ['a name over 200 characters', { kind: 'name' }, 'a'.repeat(201), '/fields/0/value field.value_invalid'],
    ['two lines in a field of one', { kind: 'text' }, 'a\nb', '/fields/0/value field.value_invalid'],
    ['true in a text', { kind: 'text' }, true, '/fields/0/value field.value_invalid'],
    ['a required box that is not ticked', { kind: 'checkbox' }, false, '/fields/0/value field.value_invalid'],
    ['a required box that is left out', { kind: 'checkbox' }, null, '/fields field.required_missing'],
    ['a text in a box', { kind: 'checkbox' }, 'yes', '/fields/0/value field.value_invalid'],
    [
      'a date that no calendar has',
      { kind: 'date', dateMode: 'entered' },
      '2026-02-30',
      '/fields/0/value field.value_invalid',
    ],
    [
      'a date in another form',
      { kind: 'date', dateMode: 'entered' },
      '30.11.2026',
      '/fields/0/value field.value_invalid',
    ],
    [
      'a date in the year 0',
      { kind: 'date', dateMode: 'entered' },
      '0000-01-01',
      '/fields/0/value field.value_invalid',
    ],
    [
      'a required date that is empty',
      { kind: 'date', dateMode: 'entered' },
      '',
      '/fields field.required_missing',
    ],
    ['a date of signing', { kind: 'date' }, '2026-11-23', '/fields/0/value field.value_invalid'],
    ['an address', { kind: 'email' }, 'x@example.org', '/fields/0/value field.value_invalid'],
    ['a signature among the values', { kind: 'signature' }, 'Grace', '/fields/0/value field.value_invalid'],
    [
      'a value that the sender has given for good',
      { kind: 'text', readOnly: true, defaultValue: 'fixed' },
      'mine',
      '/fields/0/value field.value_invalid',
    ],
  ];
  for (const [what, field, value, fault] of wrongs)
    it(`SIG-14: ${what} is refused with its place, and nothing is stored`, async () => {
      const here = await sentRound({ fields: [{ of: 'Grace', ...field }] });
      const fieldId = here.fieldOf('Grace', field.kind);
      const fields = value === null ? [] : [{ fieldId, value }];
      const signature = field.kind === 'signature' ? rest : {};

      const faults = await faultsOf(
        here.chancery.signing.completeSigning({ ...here.completion('Grace'), ...signature, fields }, grace),
      );

      expect(faults).to.deep.equal([fault]);
      expect((await here.signer('Grace')).status).to.equal('sent');
      expect(await valuesOf(here)).to.deep.equal({ [field.kind ?? '']: null });
    });

  it('SIG-14: nobody fills the field of somebody else, or one twice', async () => {
    const here = await sentRound({
      people: [{ name: 'Grace' }, { name: 'Alan' }],
      fields: [
        { of: 'Grace', kind: 'text' },
        { of: 'Alan', kind: 'text' },
      ],
    });
    const own = here.fieldOf('Grace', 'text');
    const fields = [here.fieldOf('Alan', 'text'), own, own].map((fieldId) => ({ fieldId, value: 'x' }));

    const faults = await faultsOf(
      here.chancery.signing.completeSigning({ ...here.completion('Grace'), fields }, grace),
    );

    expect(faults).to.deep.equal([
      '/fields/0/fieldId field.not_yours',
      '/fields/2/value field.value_invalid',
    ]);
  });

  it('SIG-14: a value may be as long as its field, counted in characters, and what is not required may be left out', async () => {
    for (const [field, value, stored] of [
      [{ kind: 'text', maxLength: 3 }, '😀😀😀', '😀😀😀'],
      [{ kind: 'text' }, 'a'.repeat(500), 'a'.repeat(500)],
      [{ kind: 'name' }, 'a'.repeat(200), 'a'.repeat(200)],
      [{ kind: 'text', required: false }, '', null],
      [{ kind: 'date', dateMode: 'entered', required: false }, '', null],
      [{ kind: 'checkbox', required: false }, false, false],
    ] as const) {
      const here = await sentRound({ fields: [{ of: 'Grace', ...field }] });
      const fields = [{ fieldId: here.fieldOf('Grace', field.kind), value }];

      await here.chancery.signing.completeSigning({ ...here.completion('Grace'), fields }, grace);

      expect(await valuesOf(here)).to.deep.equal({ [field.kind]: stored });
    }
  });

  it('SIG-14: what is right is kept: lines, a box, an entered date, and what the sender has given', async () => {
    const here = await sentRound({
      fields: [
        { of: 'Grace', kind: 'text', multiline: true },
        { of: 'Grace', kind: 'checkbox' },
        { of: 'Grace', kind: 'date', dateMode: 'entered' },
        { of: 'Grace', kind: 'name', readOnly: true, defaultValue: 'Commodore' },
      ],
    });
    const fields = (
      [
        ['text', 'first\nsecond'],
        ['checkbox', true],
        ['date', '2024-02-29'],
      ] as const
    ).map(([kind, value]) => ({ fieldId: here.fieldOf('Grace', kind), value }));

    await here.chancery.signing.completeSigning({ ...here.completion('Grace'), fields }, grace);

    expect(await valuesOf(here)).to.deep.equal({
      text: 'first\nsecond',
      checkbox: true,
      date: '2024-02-29',
      name: 'Commodore',
    });
  });

  it('SIG-31: all values together hold at most 200,000 characters', async () => {
    const people = [{ name: 'Grace' }];
    const fields = Array.from({ length: 101 }, () => ({
      of: 'Grace',
      kind: 'text' as const,
      maxLength: 2000,
    }));
    const here = await sentRound({ people, fields });
    const rows = await here.sql<{ id: string }>('select id from signing_fields where round_id = $1', [
      here.roundId,
    ]);
    const filled = (length: number) => rows.map(({ id }) => ({ fieldId: id, value: 'x'.repeat(length) }));
    const { signing } = here.chancery;

    const faults = await faultsOf(
      signing.completeSigning({ ...here.completion('Grace'), fields: filled(2000) }, grace),
    );
    // A hundred of 1,980 characters and one of 2,000 are 200,000; each is one character of two code units.
    const most = rows.map(({ id }, at) => ({ fieldId: id, value: '😀'.repeat(at === 0 ? 2000 : 1980) }));
    await signing.completeSigning({ ...here.completion('Grace'), fields: most }, grace);

    expect(faults).to.deep.equal(['/fields field.value_invalid']);
  });

  for (const [what, signature, fault] of [
    ['none', undefined, '/signature signature.missing'],
    ['a way that is not allowed', typed('Grace'), '/signature/method signature.method_not_allowed'],
    ['typed without a text', { method: 'typed' }, '/signature/text field.required'],
    ['drawn without an image', { method: 'drawn' }, '/signature/image signature.image_invalid'],
    ['what is no base64', { method: 'drawn', image: '!!!!' }, '/signature/image signature.image_invalid'],
    [
      'what is no PNG',
      { method: 'drawn', image: Buffer.from('GIF89a').toString('base64') },
      '/signature/image signature.image_invalid',
    ],
    ['a blank image', { method: 'drawn', image: aPng('blank') }, '/signature/image signature.image_invalid'],
    [
      'an image of more than 256 KiB',
      { method: 'drawn', image: aPng('x'.repeat(256 * 1024 - 4)) },
      '/signature/image signature.image_invalid',
    ],
  ] as const)
    it(`SIG-31: a signature is refused if it is ${what}`, async () => {
      const here = await sentRound({ round: { signatureMethods: ['drawn'] } });

      const faults = await faultsOf(
        here.chancery.signing.completeSigning(
          { ...here.completion('Grace'), ...(signature === undefined ? {} : { signature }) },
          grace,
        ),
      );

      expect(faults).to.deep.equal([fault]);
    });

  it('SIG-31: an image of 256 KiB is taken, for the signature and for the initials', async () => {
    const image = aPng('x'.repeat(256 * 1024 - 5));
    const here = await sentRound({ fields: [{ of: 'Grace' }, { of: 'Grace', kind: 'initials' }] });
    const mark = { method: 'drawn', image } as const;

    expect((await complete(here, 'Grace', { signature: mark, initials: mark })).remaining).to.equal(0);
  });

  it('SIG-14: required initials are asked for, and what is not required may be left out', async () => {
    const asked = await sentRound({ fields: [{ of: 'Grace', kind: 'initials' }] });
    const free = await sentRound({
      fields: (['signature', 'initials', 'text'] as const).map((kind) => ({
        of: 'Grace',
        kind,
        required: false,
      })),
    });

    expect(
      await faultsOf(asked.chancery.signing.completeSigning(asked.completion('Grace'), grace)),
    ).to.deep.equal(['/initials signature.missing']);
    expect((await free.chancery.signing.completeSigning(free.completion('Grace'), grace)).remaining).to.equal(
      0,
    );
  });

  it('SIG-14: an approver gives no signature', async () => {
    const here = await sentRound({ people: [{ name: 'Alan', role: 'approver' }], fields: [] });

    const faults = await faultsOf(
      here.chancery.signing.completeSigning(
        { ...here.completion('Alan'), intent: 'approve', ...rest },
        grace,
      ),
    );

    expect(faults).to.deep.equal(['/signature field.not_an_option']);
  });
});

/** The stored values of the one person's fields, by kind. */
async function valuesOf(here: SentRound): Promise<Record<string, unknown>> {
  const rows = await here.sql<{ kind: string; value: unknown }>(
    'select kind, value from signing_fields where round_id = $1',
    [here.roundId],
  );
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]));
}
