import type { governance } from '@chancery/core';
import { lengthOf } from '../sentences.ts';

interface Written {
  readonly title?: string;
  /** One section of running text. */
  readonly body?: string;
  readonly sections?: readonly (readonly [key: string, kind: string, value: string])[];
  /** The wall time; the clock of the wall is that of UTC. */
  readonly occurredOn?: string;
  readonly templateId?: string | null;
  readonly subjectId?: string;
  readonly birthDate?: string | null;
}

let made = 0;

/** A version whose text is laid out as the text of entries is (records 7.7). */
export function version({
  title = 'An entry',
  body,
  sections,
  occurredOn = '2026-05-04T10:00:00',
  ...over
}: Written): governance.ReadVersion {
  made += 1;
  let text = `${title}\n\n`;
  const read = (sections ?? ([['body', 'markdown', body ?? '']] as const)).map(([key, kind, value]) => {
    text += `${key}\n`;
    const start = lengthOf(text);
    text += value;
    const end = lengthOf(text);
    text += '\n\n';
    return { key, kind, start, end };
  });
  return {
    artifactId: `entry-${String(made).padStart(6, '0')}`,
    versionNumber: 1,
    occurredAt: `${occurredOn}.000Z`,
    occurredOn,
    text,
    sections: read,
    templateId: null,
    subjectId: 'subject',
    birthDate: null,
    ...over,
  };
}
