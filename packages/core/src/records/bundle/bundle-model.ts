import { type Label, labelsOf } from '../access/labels.ts';
import { purposeUsed } from '../access/purposes.ts';
import type { EntryAttachment } from '../attachments/attachment.ts';
import type { Encounter } from '../encounters/encounter.ts';
import type { FollowUp } from '../follow-ups/follow-up.ts';
import type { NamedUsers } from '../subjects/user-refs.ts';
import type { BundleAsked } from './bundle-fields.ts';
import type { BundleRows } from './bundle-rows.ts';
import type { BundleWords } from './bundle-words.ts';
import {
  attachmentSection,
  type BundledEntry,
  entrySection,
  rowsOf,
  shownTime,
  words,
} from './entry-sections.ts';
import type { BundleBlock, BundleModel, BundleSection } from './record-pdf-composer.ts';

/** All that a bundle is written from, opened. */
export interface BundleSource {
  readonly asked: BundleAsked;
  readonly rows: Omit<BundleRows, 'encounters' | 'followUps'> & {
    readonly encounters: readonly Encounter[];
    readonly followUps: readonly FollowUp[];
  };
  readonly entries: readonly BundledEntry[];
  /** Each with the title of its entry, and its place among the files that are shown on pages. */
  readonly attachments: readonly {
    readonly attachment: EntryAttachment;
    readonly entryTitle: string;
    readonly source: number;
  }[];
  readonly bundleId: string;
  readonly at: string;
  readonly workspaceName: string;
  readonly requester: string;
  readonly leads: readonly string[];
  readonly named: NamedUsers;
}

export function bundleModel(source: BundleSource, said: BundleWords): BundleModel {
  const { asked, rows, bundleId, at } = source;
  const { case: of } = rows.seen;
  const purpose = said.purposes[purposeUsed(asked.purposeOfUse ?? null)];
  const [highest] = labelsOf(rows.mask);
  return {
    title: `${said.title} ${of.caseNumber}`,
    at,
    cover: cover(source, purpose, said),
    contents: said.contents,
    sections: [
      ...summary(source, said),
      ...timeline(source, said),
      ...attachments(source, said),
      ...followUps(source, said),
      ...signatures(source, said),
      ...audit(source, said),
    ],
    stamp: {
      before: `${of.caseNumber} · ${bundleId}`,
      page: said.page,
      of: said.of,
      after: `${shownTime(at)} · ${purpose} · ${labelWords(highest, said)}`,
    },
  };
}

const labelWords = (label: Label | undefined, said: BundleWords): string =>
  label === undefined ? said.none : words(label);

function cover(
  { asked, rows, bundleId, at, workspaceName, requester }: BundleSource,
  purpose: string,
  said: BundleWords,
): readonly BundleBlock[] {
  const { case: of } = rows.seen;
  const period = [asked.from ?? '', asked.to ?? ''];
  const held = labelsOf(rows.mask);
  return [
    { kind: 'heading', text: of.title },
    rowsOf(
      [said.workspace, workspaceName],
      [said.requestedBy, requester],
      [said.purpose, purpose],
      [said.labels, held.length === 0 ? said.none : held.map(words).join(', ')],
      [said.period, period.join('') === '' ? null : period.join(' – ')],
      [said.made, shownTime(at)],
      [said.bundleId, bundleId],
    ),
    { kind: 'text', text: said.scope, isStruck: false },
    ...(asked.redactOtherSubjects
      ? [{ kind: 'text', text: said.othersLeftOut, isStruck: false } as const]
      : []),
  ];
}

function summary({ asked, rows, leads }: BundleSource, said: BundleWords): readonly BundleSection[] {
  const { case: of } = rows.seen;
  return [
    {
      title: said.summary,
      level: 1,
      blocks: [
        rowsOf(
          [said.caseNumber, of.caseNumber],
          [said.caseTitle, of.title],
          [said.caseType, words(of.caseType)],
          [said.status, words(of.status)],
          [said.priority, of.priority],
          [said.leads, leads.join(', ')],
          [said.opened, shownTime(of.openedAt)],
          [said.closed, shownTime(of.closedAt)],
          [said.outcome, of.closureOutcome],
          [said.description, of.description],
        ),
      ],
    },
    {
      title: said.subjects,
      level: 1,
      blocks: [
        rowsOf(
          ...rows.subjects.map(({ subjectId, role, displayName }): readonly [string, string] => {
            const isShown = subjectId === of.primarySubjectId || !asked.redactOtherSubjects;
            return [words(role), (isShown ? displayName : null) ?? said.anotherPerson];
          }),
        ),
      ],
    },
  ];
}

/** Encounters and entries by when they were, the first one first. */
function timeline(source: BundleSource, said: BundleWords): readonly BundleSection[] {
  const { rows, entries } = source;
  const both = [
    ...rows.encounters.map((each) => ({
      at: each.startedAt ?? each.scheduledStartAt ?? each.createdAt,
      section: encounterSection(each, source, said),
    })),
    ...entries.map((each) => ({ at: each.view.occurredAt as string, section: entrySection(each, said) })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  if (both.length === 0) return [];
  return [{ title: said.timeline, level: 1, blocks: [] }, ...both.map(({ section }) => section)];
}

function encounterSection(
  encounter: Encounter,
  { asked, rows }: BundleSource,
  said: BundleWords,
): BundleSection {
  const named = encounter.participants.map(({ kind, id, displayName, role }) => {
    const isOther = kind !== 'user' && id !== rows.seen.case.primarySubjectId;
    return `${isOther && asked.redactOtherSubjects ? said.anotherPerson : displayName} (${role})`;
  });
  return {
    title: encounter.title,
    level: 2,
    blocks: [
      rowsOf(
        [said.encounter, `${words(encounter.encounterType)}, ${words(encounter.mode)}`],
        [said.status, words(encounter.status)],
        [said.planned, shownTime(encounter.scheduledStartAt)],
        [said.began, shownTime(encounter.startedAt)],
        [said.ended, shownTime(encounter.endedAt)],
        [said.place, encounter.location],
        [said.participants, named.join('\n')],
        [said.reason, encounter.reason],
        [said.outcome, encounter.outcome],
      ),
    ],
  };
}

const listed = (title: string, sections: readonly BundleSection[]): readonly BundleSection[] =>
  sections.length === 0 ? [] : [{ title, level: 1, blocks: [] }, ...sections];

const attachments = (source: BundleSource, said: BundleWords): readonly BundleSection[] =>
  listed(
    said.attachments,
    source.attachments.map(({ attachment, entryTitle, source: at }) =>
      attachmentSection(attachment, entryTitle, at, said),
    ),
  );

const followUps = ({ rows, named }: BundleSource, said: BundleWords): readonly BundleSection[] =>
  listed(
    said.followUps,
    rows.followUps.map((each) => ({
      title: each.title,
      level: 2,
      blocks: [
        rowsOf(
          [said.status, words(each.status)],
          [said.priority, each.priority],
          [said.due, shownTime(each.dueAt)],
          [said.owner, named(each.ownerUserId).displayName],
          [said.description, each.description],
          [said.outcome, each.outcome],
        ),
      ],
    })),
  );

/** Every signature once, in the order in which they were given. */
function signatures({ entries }: BundleSource, said: BundleWords): readonly BundleSection[] {
  const all = new Map(
    entries.flatMap(({ view }) => view.signatures.map((each) => [each.id, { ...each, title: view.title }])),
  );
  const blocks = [...all.values()]
    .toSorted((a, b) => (a.signedAt < b.signedAt ? -1 : 1))
    .flatMap((each): readonly BundleBlock[] => [
      { kind: 'heading', text: each.title },
      rowsOf(
        [said.signer, each.signer.displayName],
        [said.meaning, words(each.meaning)],
        [said.signed, shownTime(each.signedAt as string)],
        [said.digest, each.contentHash],
        [said.key, `${each.algorithm} ${each.keyId}`],
      ),
    ]);
  return blocks.length === 0 ? [] : [{ title: said.signatures, level: 1, blocks }];
}

function audit({ rows }: BundleSource, said: BundleWords): readonly BundleSection[] {
  if (rows.events.length === 0) return [];
  const lines = rows.events.map(({ seq, payload, actorName }): readonly [string, string] => [
    `${seq} · ${shownTime(payload.occurredAt)}`,
    [payload.action, actorName].filter(Boolean).join(' · '),
  ]);
  return [{ title: said.audit, level: 1, blocks: [rowsOf(...lines)] }];
}
