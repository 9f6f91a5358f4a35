import type { CursorKey } from '../../kernel/pages.ts';
import type { MeetingTemplate } from './template.ts';

/** The templates of the workspace of this transaction. */
export interface MeetingTemplateRepository {
  /** False, with nothing written, if another active template of that scope and owner has the name. */
  add(template: MeetingTemplate): Promise<boolean>;
  /** The template, even if archived, or `meeting_template.not_found`. */
  get(id: string): Promise<MeetingTemplate>;
  /** Stores it as the next version, or throws `version_conflict`. */
  save(template: MeetingTemplate): Promise<MeetingTemplate>;
  /** How many active templates a person has. */
  count(ownerUserId: string): Promise<number>;
  /** Active templates: a person's own, those of the workspace, or both, by name, then id; up to `limit + 1`, to show that there are more. */
  list(
    view: { readonly userId: string; readonly scope: 'personal' | 'workspace' | 'all' },
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly MeetingTemplate[]>;
  /** Deletes the personal templates of a person, and returns how many there were. */
  removePersonalOf(userId: string): Promise<number>;
}
