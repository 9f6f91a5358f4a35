import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { riskCodes } from './risk.ts';

const acknowledgement = {
  documentId: id(),
  risk: z.enum(riskCodes),
  until: z.string(),
  forExpiresOn: z.string().nullable(),
  reason: z.string(),
};
type AboutAcknowledgement = z.output<z.ZodObject<typeof acknowledgement>>;

export const lifecycleRiskAcknowledged = event(
  'lifecycle.risk_acknowledged',
  z.strictObject(acknowledgement),
  {
    target: ({ documentId }: AboutAcknowledgement) => ({ kind: 'document', id: documentId }),
    refs: ({ documentId }: AboutAcknowledgement) => ({ artifactId: documentId }),
    facts: ({ risk, until, forExpiresOn }: AboutAcknowledgement) => ({ risk, until, forExpiresOn }),
    detail: ({ reason }: AboutAcknowledgement) => ({ reason }),
  },
);
