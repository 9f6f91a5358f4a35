import {
  aStranger,
  failureOf,
  faultsOf,
  longSessions,
  postgresDatabase,
  sessionOf,
  untilItWaits,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('updateSettings', () => {
  it('changes what is sent and keeps the rest; emptied texts become null', async () => {
    const { chancery, owner, happened } = await world();
    const change = async (input: object) =>
      (await chancery.workspace.updateSettings(input, owner.session)).settings;

    const before = (await chancery.workspace.getSettings({}, owner.session)).settings;
    const after = await change({
      defaultTimeZone: 'Europe/Berlin',
      allowedEmailDomains: ['Clinic.example', 'clinic.example'],
      legalName: 'Praxis Lovelace GmbH',
      apiKeyMaxLifetimeDays: 90,
    });

    expect(after).to.deep.equal({
      ...before,
      defaultTimeZone: 'Europe/Berlin',
      allowedEmailDomains: ['clinic.example'],
      legalName: 'Praxis Lovelace GmbH',
      apiKeyMaxLifetimeDays: 90,
      version: 2,
    });
    expect((await change({ legalName: '', apiKeyMaxLifetimeDays: null })).legalName).to.equal(null);
    expect((await happened()).map(({ type, facts }) => [type, facts])).to.deep.equal([
      [
        'workspace.settings_changed',
        { changed: ['defaultTimeZone', 'allowedEmailDomains', 'apiKeyMaxLifetimeDays', 'legalName'] },
      ],
      ['workspace.settings_changed', { changed: ['apiKeyMaxLifetimeDays', 'legalName'] }],
    ]);
  });

  it('is for owners; admins change defaults, the invite policy and the legal fields; members only read', async () => {
    const { chancery, person, owner } = await world();
    const [admin, member, guest] = [await person('admin'), await person('member'), await person('guest')];
    const change = (input: object, who = admin) =>
      failureOf(chancery.workspace.updateSettings(input, who.session));

    for (const input of [
      { defaultTimeZone: 'Europe/Berlin' },
      { defaultLocale: 'de' },
      { weekStartsOn: 'sunday' },
      { invitePolicy: 'members' },
      { meetingRepliesToOrganizer: false },
      { legalName: 'A', billingAddress: 'B\nC', taxId: 'D', supportEmail: 'help@example.com' },
    ])
      expect(await change(input), JSON.stringify(input)).to.equal('none');
    for (const input of [
      { allowedEmailDomains: [] },
      { guestsEnabled: false },
      { allowedSignInMethods: ['password'] },
      { secondFactorRoles: [] },
      { secondFactorGraceDays: 1 },
      { sessionMaxAgeHours: 24 },
      { sessionIdleMinutes: 60 },
      { reauthenticationMinutes: 60 },
      { apiKeysEnabled: false },
      { apiKeyMaxLifetimeDays: 1 },
      { embeddingOrigins: [] },
    ]) {
      expect(await change(input), JSON.stringify(input)).to.equal('permission.denied');
      expect(await change(input, owner), JSON.stringify(input)).to.equal('none');
    }
    expect(await change({ weekStartsOn: 'monday' }, member)).to.equal('permission.denied');
    expect(await failureOf(chancery.workspace.getSettings({}, member.session))).to.equal('none');
    expect(await failureOf(chancery.workspace.getSettings({}, guest.session))).to.equal('permission.denied');
  });

  for (const [field, value] of Object.entries({
    secondPerson: 'cooling_off',
    secondPersonCoolingOffHours: 1,
    secondFactorRoles: ['guest'],
    secondFactorGraceDays: 0,
    allowedSignInMethods: ['password'],
    reauthenticationMinutes: 1440,
    sessionMaxAgeHours: 100,
    sessionIdleMinutes: 600,
    allowedEmailDomains: ['clinic.example'],
    apiKeysEnabled: false,
    apiKeyMaxLifetimeDays: 30,
    embeddingOrigins: ['https://app.example.com'],
  }))
    it(`SES-14: ${field} changes only with a proof of the password that is as recent as the settings said before`, async () => {
      const { chancery, owner, clock } = await world(longSessions);
      const change = (input: object) => failureOf(chancery.workspace.updateSettings(input, owner.session));
      clock.advance({ minutes: 15 });
      const { settings } = await chancery.workspace.getSettings({}, owner.session);
      clock.advance({ seconds: 1 });

      expect(await change({ [field]: value })).to.equal('auth.reauthentication_required');
      expect(await change({ [field]: value, reauthenticationMinutes: 1440 })).to.equal(
        'auth.reauthentication_required',
      );
      // What stays as it is needs no proof, and neither do the other settings.
      expect(await change({ [field]: settings[field as keyof typeof settings] })).to.equal('none');
      expect(await change({ guestsEnabled: false, weekStartsOn: 'sunday', invitePolicy: 'owners' })).to.equal(
        'none',
      );
      await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
      clock.advance({ minutes: 15 });
      expect(await change({ [field]: value })).to.equal('none');
    });

  for (const { what, input, faults } of [
    {
      what: 'PLT-16: a zone that the tz data does not have',
      input: { defaultTimeZone: 'Europe/Atlantis' },
      faults: ['/defaultTimeZone time_zone.unknown'],
    },
    {
      what: 'PLT-28: a domain that is longer than any',
      input: { allowedEmailDomains: [`${'a'.repeat(60)}.`.repeat(4).concat('example.com')] },
      faults: ['/allowedEmailDomains/0 field.out_of_range'],
    },
  ])
    it(`${what} is refused, and its field is named`, async () => {
      const { chancery, owner } = await world();

      expect(await faultsOf(chancery.workspace.updateSettings(input, owner.session))).to.deep.equal(faults);
    });

  it('origins of web apps are kept as browsers compare them, each once', async () => {
    const { chancery, owner } = await world();
    const embeddingOrigins = [
      ' HTTPS://App.Example.com:443/ ',
      'https://app.example.com',
      'https://bücher.example:8443',
      'https://192.168.1.5',
    ];

    const { settings } = await chancery.workspace.updateSettings({ embeddingOrigins }, owner.session);

    expect(settings.embeddingOrigins).to.deep.equal([
      'https://app.example.com',
      'https://xn--bcher-kva.example:8443',
      'https://192.168.1.5',
    ]);
  });

  it('what is no exact https origin may frame nothing, and is named by its position', async () => {
    const { chancery, owner } = await world();
    const faultOf = (origin: string) =>
      faultsOf(
        chancery.workspace.updateSettings(
          { embeddingOrigins: ['https://app.example.com', origin] },
          owner.session,
        ),
      );

    for (const origin of [
      'http://app.example.com',
      'https://app.example.com/signing',
      'https://app.example.com?a',
      'https://ann@app.example.com',
      'https://*.example.com',
      'https://*',
      '*',
      "'self'",
      'https:',
      'app.example.com',
      'https://app.example.com:99999',
      'https://app.example.com; script-src *',
      'https://a.example.com https://b.example.com',
      'https://[::1]',
      'null',
      '',
    ])
      expect(await faultOf(origin), origin).to.deep.equal(['/embeddingOrigins/1 field.invalid']);
  });

  it('WSP-10: refuses what would lock out the caller’s own session, and changes nothing', async () => {
    const { chancery, owner, clock, happened } = await world(longSessions);
    const change = (input: object) => failureOf(chancery.workspace.updateSettings(input, owner.session));
    clock.advance({ hours: 2 });
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);

    expect([
      await change({ allowedSignInMethods: ['google', 'passkey'] }),
      await change({ sessionMaxAgeHours: 1 }),
      await change({ secondFactorRoles: ['owner'], secondFactorGraceDays: 0 }),
    ]).to.deep.equal(Array(3).fill('workspace.settings_lock_out'));
    expect(await happened()).to.deep.equal([]);
    // With time to enrol, nobody is locked out yet.
    expect([
      await change({ sessionMaxAgeHours: 3 }),
      await change({ secondFactorRoles: ['owner'], secondFactorGraceDays: 7 }),
    ]).to.deep.equal(['none', 'none']);
  });

  it('SES-7: a workspace that tightens the life of sessions refuses older ones at their next request', async () => {
    const { chancery, owner, person, sql, clock } = await world(longSessions);
    const bob = await person('member');
    await sql("update sessions set created_at = created_at - interval '3 hours' where user_id = $1", [
      bob.id,
    ]);
    const read = (who = bob) => failureOf(chancery.workspace.getWorkspace({}, who.session));
    expect(await read()).to.equal('none');

    await chancery.workspace.updateSettings({ sessionMaxAgeHours: 2 }, owner.session);

    expect([await read(), await read(owner)]).to.deep.equal(['workspace.session_too_old', 'none']);
    expect(await failureOf(chancery.identity.getMe({}, bob.session))).to.equal('none');
    clock.advance({ hours: 3 });
    expect(await read(owner)).to.equal('workspace.session_too_old');
  });

  it('SES-7: a workspace that tightens idleness refuses a session that was idle for longer', async () => {
    const { chancery, owner, clock } = await world(longSessions);
    await chancery.workspace.updateSettings({ sessionIdleMinutes: 5 }, owner.session);
    const read = () => failureOf(chancery.workspace.getWorkspace({}, owner.session));

    clock.advance({ minutes: 5 });
    expect(await read()).to.equal('none');
    clock.advance({ minutes: 7 });
    expect(await read()).to.equal('workspace.session_too_old');
  });

  it('SES-7: refreshing does not undo too long an idle time; proving the password again does', async () => {
    const { chancery, owner, clock } = await world(longSessions);
    const { refreshToken } = sessionOf(
      await chancery.identity.login(
        { email: owner.email, password: 'correct horse battery staple' },
        aStranger(),
      ),
    );
    await chancery.workspace.updateSettings({ sessionIdleMinutes: 5 }, owner.session);
    const { workspaceId } = owner;
    clock.advance({ minutes: 7 });

    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken, workspaceId }, aStranger())),
    ).to.equal('workspace.session_too_old');
    const renewed = await chancery.identity.refreshSession({ refreshToken }, aStranger());
    const session = aStranger({ credential: renewed.accessToken });
    expect(await failureOf(chancery.workspace.getWorkspace({}, session))).to.equal(
      'workspace.session_too_old',
    );
    expect(await failureOf(chancery.identity.switchWorkspace({ workspaceId }, session))).to.equal(
      'workspace.session_too_old',
    );
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, session);
    expect(await failureOf(chancery.workspace.getWorkspace({}, session))).to.equal('none');
  });

  it('PLT-12: switched-off sign-in methods and API keys are refused from the next request on', async () => {
    const { chancery, owner, person, sql, apiKey } = await world();
    const bob = await person('member');
    const { caller } = await apiKey();
    await sql("update sessions set auth_method = 'google' where user_id = $1", [bob.id]);

    await chancery.workspace.updateSettings(
      { allowedSignInMethods: ['password'], apiKeysEnabled: false },
      owner.session,
    );

    expect(await failureOf(chancery.workspace.getWorkspace({}, bob.session))).to.equal(
      'workspace.sign_in_method_not_allowed',
    );
    expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal(
      'workspace.api_keys_disabled',
    );
    expect(
      await failureOf(
        chancery.integrations.createApiKey({ name: 'No', scopes: ['members.read'] }, owner.session),
      ),
    ).to.equal('workspace.api_keys_disabled');
  });

  it('applies the current lifetime to new and changed API keys', async () => {
    const { chancery, owner, apiKey } = await world();
    const { id } = await apiKey();
    await chancery.workspace.updateSettings({ apiKeyMaxLifetimeDays: 30 }, owner.session);
    const create = (expiresAt: string | null) =>
      faultsOf(
        chancery.integrations.createApiKey({ name: 'K', scopes: ['members.read'], expiresAt }, owner.session),
      );

    expect([
      await create(null),
      await create('2026-12-24T12:00:00Z'),
      await create('2026-12-23T12:00:00Z'),
      await faultsOf(chancery.integrations.updateApiKey({ apiKeyId: id, name: 'Old' }, owner.session)),
    ]).to.deep.equal([
      ['/expiresAt api_key.lifetime_exceeded'],
      ['/expiresAt api_key.lifetime_exceeded'],
      [],
      ['/expiresAt api_key.lifetime_exceeded'],
    ]);
  });

  it('names what is wrong, and refuses an old version', async () => {
    const { chancery, owner } = await world();
    const change = (input: object) => chancery.workspace.updateSettings(input, owner.session);

    expect(
      await faultsOf(
        change({
          allowedSignInMethods: [],
          allowedEmailDomains: ['no domain'],
          sessionIdleMinutes: 4,
          unknown: true,
        }),
      ),
    ).to.have.members([
      '/allowedEmailDomains/0 field.invalid',
      '/allowedSignInMethods field.out_of_range',
      '/sessionIdleMinutes field.out_of_range',
      '/unknown field.unknown',
    ]);
    expect(await faultsOf(change({ defaultTimeZone: 'Europe/Atlantis' }))).to.deep.equal([
      '/defaultTimeZone time_zone.unknown',
    ]);
    expect(await faultsOf(change({}))).to.deep.equal([' field.required']);
    expect(await failureOf(change({ weekStartsOn: 'sunday', expectedVersion: 2 }))).to.equal(
      'version_conflict',
    );
  });
});

describe('updateSettings on PostgreSQL', () => {
  it('PLT-12: of two changes at the same moment both take effect', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, workspaceId } = await world({ database });
    const [other, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await other.query('begin');
      await other.query('select from workspaces where id = $1 for update', [workspaceId]);

      const changes = [{ legalName: 'Praxis Lovelace' }, { apiKeyMaxLifetimeDays: 90 }].map((input) =>
        failureOf(chancery.workspace.updateSettings(input, owner.session)),
      );
      await untilItWaits(probe, Promise.all(changes), 2);
      await other.query('rollback');

      expect(await Promise.all(changes)).to.deep.equal(['none', 'none']);
      const { settings } = await chancery.workspace.getSettings({}, owner.session);
      expect(settings).to.include({ legalName: 'Praxis Lovelace', apiKeyMaxLifetimeDays: 90 });
    } finally {
      for (const client of [other, probe]) client.release(true);
      await database.close();
    }
  });
});
