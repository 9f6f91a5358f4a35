import type { CursorKey } from '../../kernel/pages.ts';
import type { MeetingTemplate } from './template.ts';

/** Templates of the workspace of this unit. */
export interface MeetingTemplateRepository {
  /** False, with nothing written, where another active template of that scope and owner has the name. */
  add(template: MeetingTemplate): Promise<boolean>;
  /** The template, archived ones too, or `meeting_template.not_found`. */
  get(id: string): Promise<MeetingTemplate>;
  /** Stores it as the next version, or throws `version_conflict`. */
  save(template: MeetingTemplate): Promise<MeetingTemplate>;
  /** How many active ones a person has. */
  count(ownerUserId: string): Promise<number>;
  /** Active ones: a person's own, or those of the workspace, or both; by name, then id; `limit + 1` rows tell that there is more. */
  list(
    view: { readonly userId: string; readonly scope: 'personal' | 'workspace' | 'all' },
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly MeetingTemplate[]>;
  /** Deletes the personal templates of a person; how many. */
  removePersonalOf(userId: string): Promise<number>;
}
