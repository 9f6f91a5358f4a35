import type { BillingPorts } from '../billing/index.ts';
import * as billing from '../billing/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import * as identity from '../identity/index.ts';
import type { IntegrationsPorts } from '../integrations/index.ts';
import * as integrations from '../integrations/index.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { MeetingsPorts } from '../meetings/index.ts';
import * as meetings from '../meetings/index.ts';
import type { UploadsPorts } from '../uploads/index.ts';
import * as uploads from '../uploads/index.ts';
import type { WebhooksPorts } from '../webhooks/index.ts';
import * as webhooks from '../webhooks/index.ts';
import type { WorkspacePorts } from '../workspace/index.ts';
import * as workspace from '../workspace/index.ts';

/** The contexts of the product, in the order in which they may know each other. */
export const contexts = { identity, workspace, integrations, billing, uploads, webhooks, meetings } as const;
export type Contexts = typeof contexts;

/** Every repository that a unit of work offers; a handler sees those of its own context. */
export interface Repositories
  extends IdentityPorts,
    WorkspacePorts,
    IntegrationsPorts,
    BillingPorts,
    UploadsPorts,
    WebhooksPorts,
    MeetingsPorts {
  readonly usage: UsageCounters;
}
