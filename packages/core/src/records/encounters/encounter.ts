import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import type { SealedText, StoredText, Words } from '../texts/stored-text.ts';
import { encounterInvalidState } from './errors.ts';

/** The life of an encounter (records 5.3). What was entered in error stays, for whoever asks what was recorded. */
export const encounterStates = machine(encounterInvalidState, ['planned', 'in_progress', 'completed'], {
  planned: {
    start: 'in_progress',
    complete: 'completed',
    cancel: 'cancelled',
    miss: 'no_show',
    void: 'entered_in_error',
  },
  in_progress: { complete: 'completed', cancel: 'cancelled', void: 'entered_in_error' },
  completed: { start: 'in_progress', void: 'entered_in_error' },
  cancelled: { plan: 'planned', void: 'entered_in_error' },
  no_show: { plan: 'planned', void: 'entered_in_error' },
  entered_in_error: {},
});
export type EncounterStatus = (typeof encounterStates.states)[number];

export const encounterModes = ['in_person', 'phone', 'video', 'home_visit', 'group', 'written'] as const;
export const participantKinds = ['user', 'subject', 'external'] as const;
export const mostParticipants = 100;

export interface EncounterParticipant {
  readonly kind: (typeof participantKinds)[number];
  /** Of a member of the workspace, or of a subject; null for somebody from outside. */
  readonly id: string | null;
  readonly displayName: string;
  readonly role: string;
  readonly attended: boolean | null;
}

/** What is written about an encounter in words of somebody's own. */
export const encounterTexts = ['reason', 'outcome', 'location'] as const;
export type EncounterText = Words<(typeof encounterTexts)[number]>;

/** One contact or event inside a case: a session, a visit, a hearing, a call. */
export interface Encounter extends EncounterText {
  readonly id: string;
  readonly caseId: string;
  readonly encounterType: string;
  readonly mode: (typeof encounterModes)[number];
  readonly status: EncounterStatus;
  readonly title: string;
  readonly scheduledStartAt: Instant | null;
  readonly scheduledEndAt: Instant | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly timeZone: string;
  readonly participants: readonly EncounterParticipant[];
  readonly meetingId: string | null;
  /** The labels that it was given itself. */
  readonly ownMask: LabelMask;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** An encounter as it is stored: what is written about it has to be opened first. */
export interface StoredEncounter extends Omit<Encounter, keyof EncounterText> {
  readonly text: StoredText<EncounterText>;
}
/** The same, with nothing plain in it. */
export interface SealedEncounter extends StoredEncounter {
  readonly text: SealedText;
}

/** How long it took, rounded down to whole minutes; null while that is not known. */
export const durationMinutes = ({
  startedAt,
  endedAt,
}: Pick<Encounter, 'startedAt' | 'endedAt'>): number | null =>
  startedAt === null || endedAt === null
    ? null
    : Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000);

/** The name of a kind of encounter, for one without a title: `home_visit` is a Home visit. */
export function nameOfType(encounterType: string): string {
  const words = encounterType.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
