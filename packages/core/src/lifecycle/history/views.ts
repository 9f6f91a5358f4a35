import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { DocumentEvent } from './ports.ts';

export const LifecycleEventView = z
  .object({
    id: shown.ownId(),
    type: z.string().describe('The name of the event, such as lifecycle.confirmed.'),
    at: shown.instant().describe('When it happened.'),
    actor: z
      .object({
        kind: z
          .enum(['user', 'api_key', 'portal_recipient', 'public_link', 'operator', 'system'])
          .describe(
            'What it was: a person, a key, whoever came by a link, an operator or the product itself.',
          ),
        id: z.string().nullable().describe('The id of the person or of the key; null otherwise.'),
        displayName: z
          .string()
          .nullable()
          .describe('The name of the person; null unless it is a member or was one.'),
      })
      .describe('Who did it.'),
    target: z
      .object({
        kind: z.string().describe('What kind of thing it is, such as document or signer.'),
        id: z.string().describe('The id of that thing.'),
      })
      .describe('What it was done to.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('Ids, states and dates of the event; never names, addresses or reasons.'),
    auditSeq: z.int().describe('The number of the event in the audit ledger of the workspace.'),
  })
  .meta({ id: 'LifecycleEvent', description: 'Something that has happened to a document.' });

/** The event as an answer shows it. */
export const eventView = ({
  actorKind,
  actorId,
  actorName,
  targetKind,
  targetId,
  facts,
  ...event
}: DocumentEvent): z.input<typeof LifecycleEventView> => ({
  ...event,
  actor: { kind: actorKind, id: actorId, displayName: actorName },
  target: { kind: targetKind, id: targetId },
  data: facts,
});
