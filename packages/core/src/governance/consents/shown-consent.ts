import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { namedUsers } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { Consent } from './consent.ts';
import { type ConsentView, consentView } from './views.ts';

type Context = Pick<GovernancePorts, 'consents' | 'memberDirectory'> &
  Pick<HandlerContext, 'workspaceId' | 'now'>;

export async function shownConsents(
  consents: readonly Consent[],
  context: Context,
): Promise<z.input<typeof ConsentView>[]> {
  const { workspaceId, now } = context;
  const people = consents
    .flatMap(({ createdByUserId, updatedByUserId, revokedByUserId }) => [
      createdByUserId,
      updatedByUserId,
      revokedByUserId,
    ])
    .filter((each) => each !== null);
  const [named, receipts] = await Promise.all([
    namedUsers(people, context),
    context.consents.receipts(consents.filter(({ signature }) => signature !== null)),
  ]);
  return consents.map((consent) =>
    consentView(consent, { workspaceId, now, named, receipt: receipts.get(consent.id) ?? null }),
  );
}

export async function shownConsent(consent: Consent, context: Context): Promise<z.input<typeof ConsentView>> {
  const [shown] = await shownConsents([consent], context);
  if (shown === undefined) throw new TypeError('One consent was to be shown');
  return shown;
}
