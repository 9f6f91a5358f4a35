import { isCanonical } from './canonical-json.ts';
import type { AuditPayload, WalkedPayload } from './payload.ts';

/** Text of printable ASCII that JSON writes as it is. */
const text = '"[ !#-[\\]-~]*"';
const orNull = (pattern: string) => `(?:null|${pattern})`;
const count = '(?:0|[1-9][0-9]{0,14})';
/** One that is looked at is in a group of its own name. */
const looked = (name: string, pattern = text) => `(?<${name}>${pattern})`;

type Pattern = string | { readonly [name: string]: Pattern };

/**
 * What each value of a payload looks like as canonical JSON writes it, for nearly all payloads. Only `facts` may be any
 * object: it is read, and compared with its own canonical form.
 */
const patterns: { readonly [name in keyof AuditPayload]: Pattern } = {
  v: count,
  id: text,
  workspaceId: looked('workspaceId'),
  occurredAt: looked('occurredAt'),
  action: looked('action'),
  outcome: text,
  actor: { kind: text, id: orNull(text), sessionId: orNull(text) },
  access: { basis: text, grantId: orNull(text) },
  purposeOfUse: orNull(text),
  labels: `\\[(?:${text}(?:,${text})*)?\\]`,
  target: { kind: text, id: text, version: orNull(count) },
  refs: { subjectId: orNull(text), caseId: orNull(text), artifactId: orNull(text) },
  facts: looked('facts', '\\{.*?\\}'),
  detail: orNull(written({ alg: text, digest: looked('digest') })),
  requestId: text,
  correlationId: text,
};

/** The members in the order of RFC 8785. */
function written(pattern: Pattern): string {
  if (typeof pattern === 'string') return pattern;
  const members = Object.entries(pattern).sort(([one], [other]) => (one < other ? -1 : 1));
  return `\\{${members.map(([name, each]) => `"${name}":${written(each)}`).join(',')}\\}`;
}

const whole = new RegExp(`^${written(patterns)}$`);

/**
 * What the text says, if it can be seen at once that it is canonical: every part of it is written as RFC 8785 writes it, and
 * so is then the whole. Null says nothing of the text: it must be read in the ordinary way.
 */
export function plainPayload(payload: string): WalkedPayload | null {
  const {
    facts = '',
    digest,
    workspaceId = '',
    occurredAt = '',
    action = '',
  } = whole.exec(payload)?.groups ?? {};
  const read = factsOf(facts);
  return (
    read && {
      workspaceId: unquoted(workspaceId),
      occurredAt: unquoted(occurredAt),
      action: unquoted(action),
      facts: read,
      detail: digest === undefined ? null : { digest: unquoted(digest) },
    }
  );
}

const unquoted = (plain: string) => plain.slice(1, -1);

function factsOf(facts: string): AuditPayload['facts'] | null {
  try {
    const value = JSON.parse(facts);
    return isCanonical(value, facts) ? value : null;
  } catch {
    return null;
  }
}
