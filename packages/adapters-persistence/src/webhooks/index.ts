import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { webhookDeliveryRepository, webhookSweep } from './deliveries.ts';
import { webhookEndpointRepository } from './endpoints.ts';

/** The repositories of the context `webhooks`. */
export const webhooksRepositories: RepositoriesOf<'webhooks'> = repositoriesOf({
  webhookEndpoints: ({ sql, tenant }) => webhookEndpointRepository(sql, tenant()),
  webhookDeliveries: ({ sql, tenant }) => webhookDeliveryRepository(sql, tenant()),
  webhookSweep: ({ sql }) => webhookSweep(sql),
});
