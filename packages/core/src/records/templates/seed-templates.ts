import type { WritingContext } from '../../kernel/handler-context.ts';
import type { RecordWorkflow } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';
import { requireTemplateRoom } from './found-template.ts';
import { addTemplate, type NewTemplate } from './new-template.ts';
import type { RecordTemplate } from './template.ts';

/** The templates of an industry pack, as they are to be in the workspace. */
export interface TemplatesToSeed {
  readonly packCode: string;
  readonly templates: readonly NewTemplate[];
  readonly workflow: Pick<RecordWorkflow, 'reviewPolicy'>;
}

export type Seeding = Pick<WritingContext, 'now' | 'newId' | 'user' | 'emit'>;

const longestCode = 100;
const mostNumbered = 9;

/**
 * Adds the templates of a pack that the workspace does not have yet. On a code that is taken, the code of the pack is added;
 * what an earlier adoption left is not added again (GOV-38).
 */
export async function seedTemplates(
  { packCode, templates, workflow }: TemplatesToSeed,
  context: Pick<RecordsPorts, 'recordTemplates'> & Seeding,
): Promise<readonly RecordTemplate[]> {
  const { recordTemplates } = context;
  await recordTemplates.lockNames();
  const candidates = templates.map(({ code }) => codesFor(code, packCode));
  const taken = new Map(await recordTemplates.packsOfCodes(candidates.flat()));
  const missing = templates.flatMap((template, at) => {
    const code = candidates[at]?.find((each) => !taken.has(each) || taken.get(each) === packCode);
    if (code === undefined || taken.has(code)) return [];
    taken.set(code, packCode);
    return [{ ...template, code }];
  });
  await requireTemplateRoom(missing.length, context);
  const added: RecordTemplate[] = [];
  for (const template of missing) added.push(await addTemplate(template, { packCode, workflow }, context));
  return added;
}

/** The code itself, with that of the pack, and with numbers. */
function codesFor(code: string, packCode: string): readonly string[] {
  const numbered = Array.from({ length: mostNumbered - 1 }, (_, at) => `_${packCode}_${at + 2}`);
  return ['', `_${packCode}`, ...numbered].map(
    (suffix) => `${code.slice(0, longestCode - suffix.length)}${suffix}`,
  );
}
