import type { z } from 'zod';
import { isManager } from '../../kernel/access.ts';
import { groupBy } from '../../kernel/grouping.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { readerOf } from '../access/reader.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { templateLimit } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { mostTemplates, type RecordTemplate } from './template.ts';
import { type RecordTemplateView, templateView } from './views.ts';

export interface FoundTemplate {
  readonly template: RecordTemplate;
  readonly reader: RecordReader;
}

export const foundTemplate = async (
  { templateId }: { readonly templateId: string },
  context: RecordsPorts & HandlerContext,
): Promise<FoundTemplate> => ({
  reader: await readerOf(context),
  template: await context.recordTemplates.get(templateId, 'for update'),
});

type Standing = 'manager' | 'records manager' | 'reader';

/** Who writes templates (records 9); everybody who calls reads them. */
export const onTemplates = permissionsOn(
  'record template',
  { write: ['manager', 'records manager'] } as const satisfies Readonly<Record<string, readonly Standing[]>>,
  {
    ofRoles: {
      owner: { always: ['manager'], perhaps: [] },
      admin: { always: ['manager'], perhaps: [] },
      member: { always: ['reader'], perhaps: ['records manager'] },
      guest: { always: ['reader'], perhaps: [] },
    },
    standingsOf: ({ reader }: Pick<FoundTemplate, 'reader'>): readonly Standing[] => [
      ...(isManager(reader.role) ? (['manager'] as const) : []),
      ...(reader.duties.includes('records_manager') ? (['records manager'] as const) : []),
      'reader' as const,
    ],
    words: {
      manager: 'is an owner or admin of the workspace',
      'records manager': 'is a records manager',
      reader: 'sees the template',
    },
  },
);

/** Passes while the workspace has room for so many more templates that are not archived (REC-90). */
export async function requireTemplateRoom(
  added: number,
  { recordTemplates }: Pick<RecordsPorts, 'recordTemplates'>,
): Promise<void> {
  await recordTemplates.lockNames();
  if ((await recordTemplates.liveCount()) + added > mostTemplates) throw templateLimit();
}

type Showing = Pick<RecordsPorts, 'recordTemplates' | 'memberDirectory'> &
  Pick<HandlerContext, 'workspaceId'>;

export async function shownTemplates(
  templates: readonly RecordTemplate[],
  context: Showing,
): Promise<z.input<typeof RecordTemplateView>[]> {
  const versions = await context.recordTemplates.versionsOf(templates.map(({ id }) => id));
  const people = [
    ...templates.flatMap(({ createdByUserId, updatedByUserId }) => [createdByUserId, updatedByUserId]),
    ...versions.map(({ createdByUserId }) => createdByUserId),
  ];
  const named = await namedUsers(people, context);
  const ofTemplate = groupBy(versions, ({ templateId }) => templateId);
  const { workspaceId } = context;
  return templates.map((template) =>
    templateView(template, ofTemplate.get(template.id) ?? [], { workspaceId, named }),
  );
}

export async function shownTemplate(
  template: RecordTemplate,
  context: Showing,
): Promise<z.input<typeof RecordTemplateView>> {
  const [shown] = await shownTemplates([template], context);
  if (shown === undefined) throw new TypeError('One template was to be shown');
  return shown;
}
