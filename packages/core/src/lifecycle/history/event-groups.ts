export const eventGroups = ['lifecycle', 'signing', 'library', 'sharing'] as const;
export type EventGroup = (typeof eventGroups)[number];

/** Events by the first part of their name, or by the whole name where that part is shared with other groups. */
interface EventNames {
  readonly families: readonly string[];
  readonly types: readonly string[];
}

const named: Readonly<Record<Exclude<EventGroup, 'library'>, EventNames>> = {
  lifecycle: {
    families: [
      'lifecycle',
      'lifecycle_action',
      'expiration_policy',
      'renewal',
      'document_hold',
      'retention',
      'extraction',
      'evidence',
      'identity',
      'review_meeting',
    ],
    types: ['document.superseded'],
  },
  signing: {
    families: ['signer'],
    types: [
      'document.signers_set',
      'document.fields_set',
      'document.sent',
      'document.reopened',
      'document.deadline_moved',
      'document.completed',
      'document.declined',
      'document.voided',
      'document.expired',
      'document.sealed',
      'document.seal_failed',
    ],
  },
  sharing: { families: ['share'], types: [] },
};

/** Which events belong to a group. Whatever no other group names is of the library, so that each event has one. */
export interface EventSelection extends EventNames {
  /** True if all others are meant. */
  readonly others: boolean;
}

export const selectionOf = (group: EventGroup): EventSelection => {
  if (group !== 'library') return { ...named[group], others: false };
  const groups = Object.values(named);
  return {
    families: groups.flatMap(({ families }) => families),
    types: groups.flatMap(({ types }) => types),
    others: true,
  };
};
