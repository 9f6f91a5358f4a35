import type { FailureDetail } from '../../kernel/errors.ts';
import { requestInvalid } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { PolicyContent } from './expiration-policy.ts';

/** The content with what its basis does not need left out, or a failure that names each field that does not fit. */
export async function checkedPolicy(
  content: PolicyContent,
  context: LifecyclePorts & HandlerContext,
): Promise<PolicyContent> {
  const { basis } = content;
  const details = [
    ...datingFaults(content),
    ...zoneFaults(content, context),
    ...(await noticeFaults(content, context)),
  ];
  if (details.length > 0) throw requestInvalid({ details });
  return {
    ...content,
    duration: basis.endsWith('_plus') ? content.duration : null,
    fixedDate: basis === 'fixed_date' ? content.fixedDate : null,
    notices: [...content.notices].sort((one, other) => other.daysBefore - one.daysBefore),
  };
}

function datingFaults({ basis, duration, fixedDate }: PolicyContent): readonly FailureDetail[] {
  if (basis.endsWith('_plus') && duration === null)
    return [
      {
        path: '/duration',
        code: 'policy.duration_required',
        message: 'Give the duration that is added, or choose another basis.',
      },
    ];
  if (basis === 'fixed_date' && fixedDate === null)
    return [
      {
        path: '/fixedDate',
        code: 'policy.fixed_date_required',
        message: 'Give the date, or choose another basis.',
      },
    ];
  return [];
}

const zoneFaults = (
  { timeZone }: PolicyContent,
  { timeZones }: Pick<HandlerContext, 'timeZones'>,
): readonly FailureDetail[] =>
  timeZone === null || timeZones.has(timeZone)
    ? []
    : [
        {
          path: '/timeZone',
          code: 'time_zone.unknown',
          message: 'Give an IANA time zone name, such as Europe/Berlin.',
        },
      ];

/**
 * Notices go to members, unless the workspace allows others: an address of anybody else carries names of documents out of it.
 */
async function noticeFaults(
  { notices }: PolicyContent,
  { memberDirectory, lifecycleSettings }: Pick<LifecyclePorts, 'memberDirectory' | 'lifecycleSettings'>,
): Promise<readonly FailureDetail[]> {
  const addresses = [...new Set(notices.flatMap(({ emails }) => emails))];
  const members = addresses.length === 0 ? [] : await memberDirectory.byEmails(addresses);
  const { externalNotices } = await lifecycleSettings.get();
  const known = new Set(members.flatMap(({ email }) => email?.toLowerCase() ?? []));
  return notices.flatMap(({ recipients, emails }, at) => {
    const isCustom = recipients.includes('custom');
    if (isCustom !== emails.length > 0)
      return [
        {
          path: `/notices/${at}/emails`,
          code: isCustom ? 'field.required' : 'field.not_an_option',
          message: 'Give addresses if custom is among the recipients, and none otherwise.',
        },
      ];
    return emails.flatMap((address, position) =>
      externalNotices || known.has(address.toLowerCase())
        ? []
        : [
            {
              path: `/notices/${at}/emails/${position}`,
              code: 'field.not_an_option',
              message:
                'Give the address of an active member, or have the settings allow notices to others first.',
            },
          ],
    );
  });
}
