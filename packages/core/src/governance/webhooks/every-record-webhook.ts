import type { WebhookEndpoint } from '../../webhooks/index.ts';
import type { GovernancePorts } from '../ports.ts';

/** A workspace has as many endpoints as its plan allows, which is fewer. */
const most = 200;

/** The endpoints about records, those that are switched off too. */
export const everyRecordWebhook = ({
  webhookRegistration,
}: Pick<GovernancePorts, 'webhookRegistration'>): Promise<readonly WebhookEndpoint[]> =>
  webhookRegistration.list('records', null, most);
