export { cancelWebhooksAtClosing } from './cancel-webhooks-at-closing.ts';
export { webhooksClosure } from './closure-participation.ts';
export { createWebhookEndpoint } from './create-webhook-endpoint.ts';
export { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
export { deliverWebhook } from './deliver-webhook.ts';
export {
  type AttemptTrigger,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookDeliveryStatus,
  webhookDeliveryStates,
} from './delivery.ts';
export {
  type AutoDisableReason,
  type EndpointChanges,
  type WebhookEndpoint,
  type WebhookEndpointStatus,
  webhookEndpointStates,
} from './endpoint.ts';
export {
  webhookDeliveryInvalidState,
  webhookDeliveryNotFound,
  webhookNotActive,
  webhookNotFound,
} from './errors.ts';
export {
  webhookAutoDisabled,
  webhookCareDue,
  webhookCreated,
  webhookDeleted,
  webhookDeliveryDue,
  webhookDisabledNotice,
  webhookFailingNotice,
  webhookRecovered,
  webhookSecretRotated,
  webhookTested,
  webhookUpdated,
} from './events.ts';
export { getWebhookDelivery } from './get-webhook-delivery.ts';
export { getWebhookEndpoint } from './get-webhook-endpoint.ts';
export { handleFailingWebhook } from './handle-failing-webhook.ts';
export { listWebhookDeliveries } from './list-webhook-deliveries.ts';
export { listWebhookEndpoints } from './list-webhook-endpoints.ts';
export { mailWebhookDisabled } from './mail-webhook-disabled.ts';
export { mailWebhookFailing } from './mail-webhook-failing.ts';
export { offers } from './offers.ts';
export {
  type DeliveryFilter,
  type DueDelivery,
  ports,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookSweep,
  type WebhooksPorts,
  type WebhooksPreparing,
  type WebhooksReacting,
} from './ports.ts';
export { pruneWebhookDeliveries } from './prune-webhook-deliveries.ts';
export { recoverWebhookDeliveries } from './recover-webhook-deliveries.ts';
export { redeliverWebhook } from './redeliver-webhook.ts';
export { requireWebhookUrl } from './registration.ts';
export type { NewWebhook, WebhookRegistration } from './registration-port.ts';
export { rotateWebhookSecret } from './rotate-webhook-secret.ts';
export { testWebhookEndpoint } from './test-webhook-endpoint.ts';
export { updateWebhookEndpoint, webhookFields } from './update-webhook-endpoint.ts';
export {
  WebhookDeliveryDetailView,
  WebhookDeliveryView,
  WebhookEndpointView,
  webhookDeliveryDetailView,
  webhookEndpointView,
} from './views.ts';
export { watchWebhookHealth } from './watch-webhook-health.ts';
export type { WebhookSigner } from './webhook-signer.ts';
export { triedWebhook, webhookTestThrottle } from './webhook-test.ts';
