import { z } from 'zod';
import { text, version } from '../../kernel/shapes.ts';
import { templateArchived, templateNotFound, templateUnchanged } from '../errors.ts';
import { command } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { templateVersionCreated } from './events.ts';
import { foundTemplate, onTemplates, shownTemplate } from './found-template.ts';
import { sectionsDigest } from './template.ts';
import { requireSoundSections, sectionFields, templateId } from './template-fields.ts';
import { RecordTemplateVersionView, RecordTemplateView, templateVersionView } from './views.ts';

export const createRecordTemplateVersion = command({
  summary: 'Make a new version of a template',
  description: 'New entries begin with it; entries that were begun keep theirs.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { sections: [{ key: 'findings', title: 'Findings', kind: 'markdown', required: true }] } },
  input: z.strictObject({
    templateId: templateId(),
    sections: sectionFields(),
    changeNote: text(500).nullable().default(null).describe('What is new in it; null if nothing is said.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ template: RecordTemplateView, templateVersion: RecordTemplateVersionView }),
  errors: [templateNotFound, templateArchived, templateUnchanged],

  find: foundTemplate,
  may: onTemplates('write'),
  version: ({ template }) => template.version,

  async run({ sections, changeNote }, context) {
    const { recordTemplates, now, user, emit } = context;
    const { template } = context.found;
    if (template.status === 'archived') throw templateArchived();
    requireSoundSections(sections);
    const sha256 = sectionsDigest(sections);
    const before = await recordTemplates.findVersion(template.id, template.currentVersion);
    if (before?.sha256 === sha256) throw templateUnchanged();

    const number = template.currentVersion + 1;
    const by = { createdByUserId: user.userId, createdAt: now };
    const made = { templateId: template.id, number, sections, changeNote, sha256, ...by };
    await recordTemplates.addVersion(made);
    const after = await recordTemplates.save({
      ...template,
      currentVersion: number,
      updatedByUserId: user.userId,
      updatedAt: now,
    });
    emit(templateVersionCreated, { templateId: template.id, number, sha256 });
    const named = await namedUsers([user.userId], context);
    return {
      template: await shownTemplate(after, context),
      templateVersion: templateVersionView(made, named),
    };
  },
});
