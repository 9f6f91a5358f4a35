import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { memberRoleChanged } from '../events.ts';
import { roleChangedMail } from '../mails/role-changed.ts';
import { sendPersonMail } from '../person-mail.ts';
import { reaction } from '../ports.ts';

/** Mails a member about their new role. */
export const mailRoleChanged = reaction(
  memberRoleChanged,
  {
    topic: 'workspace.mail_role_changed',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ userId, role, roleBefore }, context) => {
    await sendPersonMail(
      userId,
      'role-changed',
      ({ locale, displayName }, workspaceName) =>
        roleChangedMail({
          locale,
          recipientName: displayName,
          workspaceName,
          role,
          roleBefore,
          link: context.settings.webUrl,
        }),
      context,
    );
  },
);
