import { expect } from 'chai';
import { fromOrganizer, type MeetingSender } from './organizer-as-sender.ts';

const sender: MeetingSender = {
  workspaceName: 'Clinic',
  workspaceLogoUrl: null,
  organizerName: 'Ann Example',
  organizerEmail: 'ann@example.com',
  repliesToOrganizer: true,
};
const settings = { mailOrganizer: 'meetings@example.com' };

describe('fromOrganizer', () => {
  it('MTG-108: names the organizer before the product, at the address of the service', () => {
    expect(fromOrganizer(sender, settings)).to.deep.equal({
      from: { name: 'Ann Example via Chancery', address: 'meetings@example.com' },
      replyTo: 'ann@example.com',
    });
  });

  it('MTG-108: gives no address to reply to without a verified one, or where the workspace does not allow it', () => {
    const replyTo = (changes: Partial<MeetingSender>) =>
      fromOrganizer({ ...sender, ...changes }, settings).replyTo;

    expect(replyTo({ organizerEmail: null })).to.equal(null);
    expect(replyTo({ repliesToOrganizer: false })).to.equal(null);
  });

  it('PLT-31: takes out what changes the direction of writing, and is the product where no name is left', () => {
    const name = (organizerName: string) => fromOrganizer({ ...sender, organizerName }, settings).from.name;

    expect(name('\u202emoc.knab\u202c Ann')).to.equal('moc.knab Ann via Chancery');
    expect([name(''), name('\u202e ')]).to.deep.equal(['Chancery', 'Chancery']);
  });
});
