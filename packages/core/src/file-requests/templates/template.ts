import type { ReminderSchedule } from '../../kernel/reminder-schedule.ts';
import type { Instant } from '../../kernel/time.ts';
import type { ItemWish } from '../request-item.ts';

/** Live templates of a workspace (LIB-19). */
export const mostTemplates = 500;

/** What a request can be made from. One that is archived is kept, since requests refer to it. */
export interface FileRequestTemplate {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly message: string | null;
  readonly items: readonly ItemWish[];
  /** How many days a client has, from the day on which the request is made; null for no due date. */
  readonly dueInDays: number | null;
  readonly reminders: ReminderSchedule | null;
  readonly language: string;
  readonly archived: boolean;
  /** Whoever made it, or took it over. */
  readonly ownerUserId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}
