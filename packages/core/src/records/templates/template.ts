import { canonicalText } from '@chancery/verify';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import { templateArchived } from '../errors.ts';
import type { SectionDefinition } from './section.ts';

/** An archived template stays with the entries that are pinned to it, and takes no new ones (records 5.8). */
export const recordTemplateStates = machine(templateArchived, ['active'], {
  active: { archive: 'archived' },
  archived: { restore: 'active' },
});
export type RecordTemplateStatus = (typeof recordTemplateStates.states)[number];

/** Who approves an entry: whoever wrote it too, another one, or another one who leads the case. */
export const reviewPolicies = ['author', 'peer', 'lead'] as const;
export type ReviewPolicy = (typeof reviewPolicies)[number];
export const coSignPolicies = ['none', 'optional', 'required'] as const;
export type CoSignPolicy = (typeof coSignPolicies)[number];
export const coSignerRoles = ['reviewer', 'lead'] as const;

export const mostTemplates = 500;

/** How entries of a kind are laid out, reviewed and co-signed. */
export interface RecordTemplate {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly entryType: string;
  readonly description: string | null;
  /** The types of cases that it is for; empty means all. */
  readonly caseTypes: readonly string[];
  readonly status: RecordTemplateStatus;
  readonly reviewPolicy: ReviewPolicy;
  readonly coSignPolicy: CoSignPolicy;
  readonly coSignerCaseRole: (typeof coSignerRoles)[number];
  /** The labels of a new entry that says nothing of its own. */
  readonly defaultMask: LabelMask;
  readonly retentionPolicyCode: string | null;
  /** The industry pack that it came with; null if somebody wrote it. */
  readonly packCode: string | null;
  readonly currentVersion: number;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Never changes: entries keep the version that they began with (REC-53). */
export interface RecordTemplateVersion {
  readonly templateId: string;
  readonly number: number;
  readonly sections: readonly SectionDefinition[];
  readonly changeNote: string | null;
  readonly sha256: string;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
}

export const sectionsDigest = (sections: readonly SectionDefinition[]): string =>
  hexOf(sha256(utf8(canonicalText(sections))));

export const inStatus = (status: RecordTemplateStatus, wanted: RecordTemplateStatus): RecordTemplateStatus =>
  status === wanted
    ? status
    : wanted === 'archived'
      ? recordTemplateStates.next(status, 'archive')
      : recordTemplateStates.next(status, 'restore');
