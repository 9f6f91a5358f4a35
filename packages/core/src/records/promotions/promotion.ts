import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';

export const promotionKinds = ['meeting', 'document', 'file_request_upload', 'project'] as const;
export type PromotionKind = (typeof promotionKinds)[number];
export const promotionTargets = ['entry', 'encounter', 'attachment', 'follow_up'] as const;
export type PromotionTarget = (typeof promotionTargets)[number];
export const meetingParts = ['details', 'attendance', 'activity'] as const;
export type MeetingPart = (typeof meetingParts)[number];

/** That something of a case was made of something else, and of which state of it (REC-55). It never changes. */
export interface Promotion {
  readonly id: string;
  readonly caseId: string;
  readonly sourceKind: PromotionKind;
  readonly sourceId: string;
  readonly sourceVersion: string;
  /** Of the bytes of a file, or of what was read of a meeting; null of a project, of which nothing but its name is taken. */
  readonly sourceSha256: string | null;
  readonly sourceTitle: string;
  readonly target: PromotionTarget;
  readonly targetId: string;
  /** Made although there was the same one already, because somebody asked for that. */
  readonly repeated: boolean;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
}

/** What can be made of what (records 6.2). */
const targetsOf: Readonly<Record<PromotionKind, readonly PromotionTarget[]>> = {
  meeting: ['entry', 'encounter', 'attachment', 'follow_up'],
  document: ['entry', 'attachment', 'follow_up'],
  file_request_upload: ['entry', 'attachment', 'follow_up'],
  project: ['follow_up'],
};

/** For what a field of the request says something. */
const meantFor = {
  title: ['entry', 'encounter', 'follow_up'],
  templateId: ['entry'],
  encounterId: ['entry', 'follow_up'],
  entryId: ['attachment'],
  confidentiality: ['entry', 'encounter'],
  additionalLabels: ['entry', 'encounter'],
} as const satisfies Readonly<Record<string, readonly PromotionTarget[]>>;

type Asked = {
  readonly sourceKind: PromotionKind;
  readonly target: PromotionTarget;
  readonly include?: readonly MeetingPart[] | undefined;
} & { readonly [F in keyof typeof meantFor]?: unknown };

/** Passes if there is such a target of such a source, and nothing is said that would have no effect. */
export function requireSoundPromotion(asked: Asked): void {
  const { sourceKind, target } = asked;
  if (!targetsOf[sourceKind].includes(target))
    throw invalidField('/target', 'field.invalid', `Name one of ${targetsOf[sourceKind].join(', ')}.`);
  for (const [field, targets] of Object.entries(meantFor)) {
    const isMeant = (targets as readonly PromotionTarget[]).includes(target);
    if (!isMeant && asked[field as keyof typeof meantFor] !== undefined)
      throw invalidField(`/${field}`, 'field.unknown', 'Leave it out, because it says nothing here.');
  }
  if (target === 'attachment' && asked.entryId === undefined)
    throw invalidField('/entryId', 'field.required', 'Name the draft that takes the file.');
  if (sourceKind !== 'meeting' && asked.include !== undefined)
    throw invalidField('/include', 'field.unknown', 'Leave it out, because the source is no meeting.');
}
