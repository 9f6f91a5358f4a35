import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { secondPersonNotice } from '../events.ts';
import { secondPersonChangedMail } from '../mails/second-person-changed.ts';
import { secondPersonWaivedMail } from '../mails/second-person-waived.ts';
import { reaction } from '../ports.ts';

/** Mails the owners about every change of the setting and every step that was taken alone (SPR-8). */
export const mailSecondPerson = reaction(
  secondPersonNotice,
  {
    topic: 'workspace.mail_second_person',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ ownerUserId, notice, useId }, { read, mail, settings, timeZones }) => {
    const found = await read(async ({ owners, workspaces, secondPerson, people }) => {
      const owner = await owners.ownerContact(ownerUserId);
      if (owner === null) return null;
      const workspace = await workspaces.get();
      const use = useId === null ? null : await secondPerson.use(useId);
      const person = use === null ? null : await people.account(use.userId);
      return { owner, workspace, use, person };
    });
    if (found === null) return;
    const { owner, workspace, use, person } = found;
    const common = {
      locale: owner.locale,
      recipientName: owner.displayName,
      workspaceName: workspace.name,
      link: `${settings.webUrl}/settings/second-person`,
    };
    const to = { address: owner.address, name: owner.displayName };
    if (use !== null) {
      const zone = workspace.settings.defaultTimeZone;
      const at = `${timeZones.wall(use.at, zone).replace('T', ' ').slice(0, 16)} (${zone})`;
      const who = person?.displayName ?? use.userId;
      const { step, reason } = use;
      await mail.send({
        key: ownerUserId,
        to,
        ...secondPersonWaivedMail({ ...common, step, reason, who, at }),
      });
      return;
    }
    if (notice === 'waived') return;
    const hours = workspace.settings.secondPersonCoolingOffHours;
    await mail.send({ key: ownerUserId, to, ...secondPersonChangedMail({ ...common, notice, hours }) });
  },
);
