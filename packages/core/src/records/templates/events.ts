import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';

interface AboutTemplate {
  readonly templateId: string;
}
const ofTemplate = {
  target: ({ templateId }: AboutTemplate) => ({ kind: 'record_template', id: templateId }),
};

export const templateCreated = event(
  'template.created',
  z.strictObject({ templateId: id(), code: z.string(), name: z.string() }),
  { ...ofTemplate, detail: ({ code, name }) => ({ code, name }) },
);
export const templateVersionCreated = event(
  'template.version_created',
  z.strictObject({ templateId: id(), number: z.int(), sha256: z.string() }),
  { ...ofTemplate, facts: ({ number, sha256 }) => ({ number, sha256 }) },
);
export const templateUpdated = event(
  'template.updated',
  z.strictObject({ templateId: id(), changed: z.array(z.string()) }),
  { ...ofTemplate, facts: ({ changed }) => ({ changed }) },
);
