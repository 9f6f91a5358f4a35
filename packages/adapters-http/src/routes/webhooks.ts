import { webhooks } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const webhooksRoutes = routes(webhooks, {
  listWebhookEndpoints: 'GET /api/v1/workspace/webhook-endpoints 200',
  createWebhookEndpoint: 'POST /api/v1/workspace/webhook-endpoints 201',
  getWebhookEndpoint: 'GET /api/v1/workspace/webhook-endpoints/{endpointId} 200',
  updateWebhookEndpoint: 'PATCH /api/v1/workspace/webhook-endpoints/{endpointId} 200',
  deleteWebhookEndpoint: 'DELETE /api/v1/workspace/webhook-endpoints/{endpointId} 200',
  rotateWebhookSecret: 'POST /api/v1/workspace/webhook-endpoints/{endpointId}/rotate-secret 201',
  testWebhookEndpoint: 'POST /api/v1/workspace/webhook-endpoints/{endpointId}/test 201',
  recoverWebhookDeliveries: 'POST /api/v1/workspace/webhook-endpoints/{endpointId}/recover 200',
  listWebhookDeliveries: 'GET /api/v1/workspace/webhook-deliveries 200',
  getWebhookDelivery: 'GET /api/v1/workspace/webhook-deliveries/{deliveryId} 200',
  redeliverWebhook: 'POST /api/v1/workspace/webhook-deliveries/{deliveryId}/redeliver 200',
});
