import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { workspaceClosing, workspaceClosingNotice } from '../events.ts';
import { letterToPerson } from '../mail-to-person.ts';
import { workspaceClosingMail } from '../mails/workspace-closing.ts';
import { reaction } from '../ports.ts';

const policy = { ...defaultJobPolicy, queue: 'mail' };
const atOnce = 500;

/** Every active member is told; one mail that fails never holds back another. */
export const tellOfClosing = reaction(
  workspaceClosing,
  { topic: 'workspace.tell_of_closing', policy, needs: ['closesAt'] },
  ({ closesAt }, { once }) =>
    once(async ({ closures, emit }) => {
      for (let after: string | null = null; ; ) {
        const userIds: readonly string[] = await closures.activeMemberIds(after, atOnce);
        for (const userId of userIds) emit(workspaceClosingNotice, { userId, notice: 'planned', closesAt });
        after = userIds.at(-1) ?? null;
        if (userIds.length < atOnce) return;
      }
    }),
);

export const mailWorkspaceClosing = reaction(
  workspaceClosingNotice,
  { topic: 'workspace.mail_closing', policy, databaseRole: 'identity' },
  async ({ userId, notice, closesAt }, { read, timeZones, settings, mail }) => {
    const letter = await read(async (ports) => {
      const workspace = await ports.workspaces.get();
      // Reopened in the meantime: nothing closes.
      if (workspace.status !== 'closing') return null;
      const closesOn = timeZones.wall(closesAt, workspace.settings.defaultTimeZone).slice(0, 10);
      return letterToPerson(
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
    if (letter !== null) await mail.send({ key: userId, ...letter });
  },
);
