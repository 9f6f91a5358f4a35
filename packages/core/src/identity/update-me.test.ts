import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('updateMe', () => {
  it('changes what was sent and nothing else, and every workspace shows it', async () => {
    const { chancery, owner, clock } = await world();
    const before = (await chancery.identity.getMe({}, owner.session)).user;
    clock.advance({ minutes: 1 });

    const { user } = await chancery.identity.updateMe(
      { displayName: ' Ada  Lovelace ', jobTitle: 'Analyst', locale: 'de', timeZone: 'Europe/Berlin' },
      owner.session,
    );

    expect(user).to.deep.equal({
      ...before,
      displayName: 'Ada  Lovelace',
      jobTitle: 'Analyst',
      locale: 'de',
      timeZone: 'Europe/Berlin',
      updatedAt: clock.now(),
      version: 2,
    });
    expect((await chancery.identity.getMe({}, owner.session)).user).to.deep.equal(user);
    const { member } = await chancery.workspace.getMember({ userId: owner.id }, owner.session);
    expect(member.displayName).to.equal('Ada  Lovelace');
  });

  it('removes picture and job title if null is sent', async () => {
    const { chancery, owner } = await world();
    const avatarUrl = 'https://pictures.example.com/ada.png';
    expect(
      (await chancery.identity.updateMe({ avatarUrl, jobTitle: 'Analyst' }, owner.session)).user,
    ).to.include({ avatarUrl, jobTitle: 'Analyst' });

    const { user } = await chancery.identity.updateMe({ avatarUrl: null, jobTitle: null }, owner.session);

    expect(user).to.include({ avatarUrl: null, jobTitle: null, version: 3 });
  });

  it('refuses a stale version, and changes nothing', async () => {
    const { chancery, owner } = await world();
    await chancery.identity.updateMe({ locale: 'de', expectedVersion: 1 }, owner.session);

    expect(
      await failureOf(chancery.identity.updateMe({ locale: 'fr', expectedVersion: 1 }, owner.session)),
    ).to.equal('version_conflict');
    expect((await chancery.identity.getMe({}, owner.session)).user.locale).to.equal('de');
  });

  it('refuses an empty change, an unknown time zone and an address that does not begin with https', async () => {
    const { chancery, owner } = await world();
    const faults = (input: Parameters<typeof chancery.identity.updateMe>[0]) =>
      faultsOf(chancery.identity.updateMe(input, owner.session));

    expect(await faults({})).to.deep.equal([' field.required']);
    expect(await faults({ timeZone: 'Europe/Atlantis' })).to.deep.equal(['/timeZone time_zone.unknown']);
    expect(await faults({ avatarUrl: 'http://pictures.example.com/ada.png' })).to.deep.equal([
      '/avatarUrl field.invalid',
    ]);
  });
});
