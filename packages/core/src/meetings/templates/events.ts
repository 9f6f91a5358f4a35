import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { templateScopes } from './template.ts';

const fields = { templateId: id(), scope: z.enum(templateScopes), version: z.int(), name: z.string() };
type Fields = z.output<z.ZodObject<typeof fields>>;
const ledger = {
  target: ({ templateId, version }: Fields) => ({ kind: 'meeting_template', id: templateId, version }),
  facts: ({ scope }: Fields) => ({ scope }),
  detail: ({ name }: Fields) => ({ name }),
};

export const meetingTemplateCreated = event('meeting_template.created', z.strictObject(fields), ledger);
export const meetingTemplateArchived = event('meeting_template.archived', z.strictObject(fields), ledger);
