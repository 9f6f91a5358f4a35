import type { Instant, WallTime } from '../../kernel/time.ts';
import type { FindingKind, ProposedFinding } from './finding.ts';

/** A section of a version, and where its value stands in the text, in code points. */
export interface ReadSection {
  readonly key: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A finalized version of an entry, as a provider is given it. */
export interface ReadVersion {
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly occurredAt: Instant;
  /** The same on the clock of its encounter, or else of the workspace. */
  readonly occurredOn: WallTime;
  /** `contentText`: the title, and then each section with its title. */
  readonly text: string;
  readonly sections: readonly ReadSection[];
  /** Entries of one template have the same sections; null without a template. */
  readonly templateId: string | null;
  readonly subjectId: string;
  /** The birth of the subject: a day, a month or a year; null if unknown. */
  readonly birthDate: string | null;
}

/** What a provider is asked. */
export interface IntelligenceAsked {
  readonly kinds: readonly FindingKind[];
  /** A BCP 47 tag. */
  readonly language: string;
  readonly versions: readonly ReadVersion[];
  /** The titles of what is to be done in the case already. */
  readonly openFollowUps: readonly string[];
}

/** What a provider says of itself in a run. */
export const intelligenceProviders = ['local', 'external'] as const;

/** The provider cannot do this, and asking again is of no use. */
export class IntelligenceRefused extends Error {
  override readonly name = 'IntelligenceRefused';
}

/**
 * Looks for findings in entries. It proposes; a person decides. What it answers is checked by whoever asks, so that a
 * citation that is not there costs the finding and nothing else.
 */
export interface IntelligenceProvider {
  /** What computes, as runs name it. */
  readonly model: string;
  /** Whether what it reads leaves the installation: labels decide what it is given then (records 3.1). */
  readonly isExternal: boolean;
  /**
   * At most 200 findings, of the kinds that are asked for, about the versions that are given; none for no version. Throws
   * `IntelligenceRefused` if the same question can have no answer, and anything else if it may have one later.
   */
  run(asked: IntelligenceAsked, signal?: AbortSignal): Promise<readonly ProposedFinding[]>;
}

/** The providers of the installation. */
export interface IntelligenceProviders {
  readonly local: IntelligenceProvider;
  /** Null where the operator has configured none. */
  readonly external: IntelligenceProvider | null;
}
