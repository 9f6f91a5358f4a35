import { expect } from 'chai';
import { memberJoinedMail } from './member-joined.ts';
import { memberRemovedMail } from './member-removed.ts';
import { roleChangedMail } from './role-changed.ts';
import { workspaceInvitationMail } from './workspace-invitation.ts';
import { workspaceInvitationDeclinedMail } from './workspace-invitation-declined.ts';

const en = { locale: 'en', recipientName: 'Ann', workspaceName: 'Example & Partners' };
const de = { ...en, locale: 'de-DE' };
const link = 'https://app.example.com/invitation#token=abc';

describe('mails about membership', () => {
  it('workspace-invitation says who invites, to which workspace and until when, and quotes the inviter', () => {
    const input = {
      inviterName: 'Bo <b>',
      role: 'member' as const,
      message: 'Welcome\nBo',
      expiresAt: '2026-11-30T12:00:00.000Z',
      link,
    };

    const { subject, text, html } = workspaceInvitationMail({ ...en, ...input });

    expect(subject).to.equal('Bo <b> invites you to Example & Partners');
    expect(text)
      .to.include('Role: Member\nGood until: 30 November 2026, 12:00 UTC')
      .and.include(`Open the invitation:\n${link}`)
      .and.include('> Welcome\n> Bo');
    expect(html).to.include('Bo &lt;b&gt;').and.include(link);
    expect(workspaceInvitationMail({ ...de, ...input, message: null }).text).to.include(
      'Rolle: Mitglied\nGültig bis: 30. November 2026, 12:00 UTC',
    );
  });

  it('workspace-invitation-declined, member-joined, role-changed and member-removed speak English and German', () => {
    const subjects = [
      workspaceInvitationDeclinedMail({ ...en, invitedEmail: 'g@example.com', link }).subject,
      workspaceInvitationDeclinedMail({ ...de, invitedEmail: 'g@example.com', link }).subject,
      memberJoinedMail({ ...en, memberName: 'Grace', link }).subject,
      memberJoinedMail({ ...de, memberName: 'Grace', link }).subject,
      roleChangedMail({ ...en, role: 'admin', roleBefore: 'member', link }).subject,
      roleChangedMail({ ...de, role: 'admin', roleBefore: 'member', link }).subject,
      memberRemovedMail(en).subject,
      memberRemovedMail(de).subject,
    ];

    expect(subjects).to.deep.equal([
      'Invitation to Example & Partners declined',
      'Einladung zu Example & Partners abgelehnt',
      'Grace joined Example & Partners',
      'Grace gehört jetzt zu Example & Partners',
      'Your role in Example & Partners has changed',
      'Ihre Rolle in Example & Partners wurde geändert',
      'You no longer belong to Example & Partners',
      'Sie gehören nicht mehr zu Example & Partners',
    ]);
  });
});
