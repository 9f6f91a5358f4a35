import type { z } from 'zod';
import type { Instant } from '../../kernel/time.ts';
import type { Label, NewTemplate, RecordPack } from '../../records/index.ts';
import type { retentionDefaultFields } from './pack-fields.ts';

/** A policy of retention that a pack begins with, and the types of cases that it is meant for. */
export type RetentionDefault = z.output<ReturnType<typeof retentionDefaultFields>>;

/** A text that travels with records of this label. */
export interface RedisclosureNotice {
  readonly label: Label;
  readonly code: string;
  readonly text: string;
}

/** The words, types, templates and starting values of one trade (governance 4.13). */
export interface IndustryPack extends RecordPack {
  readonly extends: string | null;
  readonly templates: readonly NewTemplate[];
  readonly retentionDefaults: readonly RetentionDefault[];
  readonly redisclosureNotices: readonly RedisclosureNotice[];
  readonly portalTerms: string;
}

/** A pack that the workspace has made itself; it never changes. */
export interface OwnPack {
  readonly pack: IndustryPack;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
}

export const mostOwnPacks = 50;
