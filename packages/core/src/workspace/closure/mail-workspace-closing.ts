import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { workspaceClosingNotice } from '../events.ts';
import { workspaceClosingMail } from '../mails/workspace-closing.ts';
import { personMail } from '../person-mail.ts';
import { reaction } from '../ports.ts';

export const mailWorkspaceClosing = reaction(
  workspaceClosingNotice,
  {
    topic: 'workspace.mail_closing',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ userId, notice, closesAt }, { read, timeZones, settings, mail }) => {
    const message = await read(async (ports) => {
      const workspace = await ports.workspaces.get();
      // It was reopened in the meantime, so nothing closes.
      if (workspace.status !== 'closing') return null;
      const closesOn = timeZones.wall(closesAt, workspace.settings.defaultTimeZone).slice(0, 10);
      return personMail(
        userId,
        ({ locale, displayName }, workspaceName) =>
          workspaceClosingMail({
            locale,
            recipientName: displayName,
            workspaceName,
            notice,
            closesOn,
            link: settings.webUrl,
          }),
        settings,
        ports,
      );
    });
    if (message !== null) await mail.send({ key: userId, ...message });
  },
);
