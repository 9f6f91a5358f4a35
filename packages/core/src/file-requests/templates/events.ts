import { z } from 'zod';
import { event, type LedgerEntry } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import type { FileRequestTemplate } from './template.ts';

const template = { templateId: id(), name: z.string(), version: z.int() };
interface AboutTemplate {
  readonly templateId: string;
  readonly name: string;
  readonly version: number;
}

export const aboutTemplate = ({ id: templateId, name, version }: FileRequestTemplate): AboutTemplate => ({
  templateId,
  name,
  version,
});

const ledger = {
  target: ({ templateId, version }) => ({ kind: 'file_request_template', id: templateId, version }),
  detail: ({ name }) => ({ name }),
} satisfies LedgerEntry<AboutTemplate>;

export const fileRequestTemplateCreated = event(
  'file_request_template.created',
  z.strictObject({ ...template, items: z.int() }),
  { ...ledger, facts: ({ items }) => ({ items }) },
);
export const fileRequestTemplateUpdated = event(
  'file_request_template.updated',
  z.strictObject({ ...template, changed: z.array(z.string()) }),
  { ...ledger, facts: ({ changed }) => ({ changed }) },
);
