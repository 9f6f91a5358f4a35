/**
 * Who sees which case and subject, written from the tables of the specification in plain sets of words, and sharing nothing
 * with the product: tests compare the two.
 */
export const oracleLabels = [
  'confidential',
  'restricted',
  'executive',
  'safeguarding',
  'substance_use',
  'psychotherapy',
  'legal_privileged',
  'sealed',
] as const;
export type OracleLabel = (typeof oracleLabels)[number];

/** The places of the labels in a mask, as records 3.1 numbers them. */
const bits: Readonly<Record<OracleLabel, number>> = {
  confidential: 1,
  restricted: 2,
  sealed: 4,
  psychotherapy: 8,
  legal_privileged: 16,
  safeguarding: 32,
  substance_use: 64,
  executive: 128,
};
export const bitsOf = (labels: readonly OracleLabel[]): number =>
  labels.reduce((sum, label) => sum + bits[label], 0);

export const oraclePurposes = [
  'professional_operations',
  'treatment',
  'legal_proceedings',
  'emergency',
] as const;
export type OraclePurpose = (typeof oraclePurposes)[number];

const allowed: Readonly<Record<OracleLabel, readonly OraclePurpose[]>> = {
  confidential: oraclePurposes,
  restricted: oraclePurposes,
  executive: ['professional_operations', 'legal_proceedings'],
  safeguarding: oraclePurposes,
  substance_use: ['treatment', 'professional_operations', 'emergency'],
  psychotherapy: ['treatment', 'emergency'],
  legal_privileged: ['legal_proceedings', 'professional_operations'],
  sealed: ['legal_proceedings', 'professional_operations'],
};

export interface OraclePerson {
  readonly id: string;
  readonly role: 'owner' | 'admin' | 'member' | 'guest';
  readonly cleared: readonly OracleLabel[];
}
export interface OracleSubject {
  readonly id: string;
  readonly labels: readonly OracleLabel[];
  readonly createdBy: string;
}
export interface OracleCase {
  readonly id: string;
  readonly own: readonly OracleLabel[];
  readonly primary: OracleSubject;
  readonly others: readonly OracleSubject[];
  readonly visibility: 'team' | 'workspace';
  readonly blocked: readonly string[];
  /** Those whose membership is over are not among them. */
  readonly members: ReadonlyMap<string, 'viewer' | 'reviewer' | 'contributor' | 'lead'>;
}
export interface OracleGrant {
  readonly userId: string;
  readonly kind: 'case' | 'subject';
  readonly scopeId: string;
  readonly labels: readonly OracleLabel[];
  /** It opens for this purpose alone; an emergency for that of emergencies. */
  readonly basis: 'temporary_access' | 'break_glass';
  readonly purpose: OraclePurpose;
}
export interface OracleWorld {
  readonly cases: readonly OracleCase[];
  readonly grants: readonly OracleGrant[];
  readonly directory: 'workspace' | 'case_team';
}

export const effectiveOf = ({ own, primary }: OracleCase): readonly OracleLabel[] =>
  oracleLabels.filter((label) => own.includes(label) || primary.labels.includes(label));

type Ways = readonly (readonly OracleLabel[])[];

/** Everything that lets the person to the case, and the labels that each way opens. */
function waysToCase(person: OraclePerson, asked: OracleCase, { grants }: OracleWorld): Ways {
  if (asked.blocked.includes(person.id)) return [];
  const ways: (readonly OracleLabel[])[] = [];
  if (person.role === 'owner' || person.role === 'admin') ways.push(['confidential']);
  if (person.role === 'member' && asked.visibility === 'workspace') ways.push([]);
  const role = asked.members.get(person.id);
  if (role !== undefined && (person.role !== 'guest' || role === 'viewer' || role === 'reviewer'))
    ways.push(['confidential', ...person.cleared.filter((label) => label !== 'sealed' || role === 'lead')]);
  for (const { userId, kind, scopeId, labels } of grants)
    if (userId === person.id && scopeId === (kind === 'case' ? asked.id : asked.primary.id))
      ways.push(['confidential', ...labels]);
  return ways;
}

const opensAll = (labels: readonly OracleLabel[], ways: Ways): boolean =>
  ways.length > 0 && labels.every((label) => ways.some((way) => way.includes(label)));

export const seesCase = (person: OraclePerson, asked: OracleCase, world: OracleWorld): boolean =>
  opensAll(effectiveOf(asked), waysToCase(person, asked, world));

export function seesSubject(person: OraclePerson, asked: OracleSubject, world: OracleWorld): boolean {
  const linked = world.cases.filter(({ primary, others }) => [primary, ...others].includes(asked));
  const made = asked.createdBy === person.id && linked.length === 0;
  const anyway: (readonly OracleLabel[])[] = [];
  if (person.role === 'owner' || person.role === 'admin') anyway.push(['confidential']);
  if (person.role === 'member' && (world.directory === 'workspace' || made)) anyway.push([]);
  if (person.role !== 'guest' && made) anyway.push(oracleLabels);
  for (const { userId, kind, scopeId, labels } of world.grants)
    if (userId === person.id && kind === 'subject' && scopeId === asked.id)
      anyway.push(['confidential', ...labels]);
  if (opensAll(asked.labels, anyway)) return true;
  return linked.some((each) => {
    const ways = waysToCase(person, each, world);
    return ways.length > 0 && opensAll(asked.labels, [...ways, ...anyway]);
  });
}

/** Beyond confidential a purpose is needed that every label allows; where none does, the highest ranked label counts. */
export function purposeFits(labels: readonly OracleLabel[], purpose: OraclePurpose | undefined): boolean {
  if (labels.every((label) => label === 'confidential')) return true;
  if (purpose === undefined) return false;
  const common = oraclePurposes.filter((each) => labels.every((label) => allowed[label].includes(each)));
  const highest = oracleLabels.filter((label) => labels.includes(label)).at(-1);
  return (common.length > 0 || highest === undefined ? common : allowed[highest]).includes(purpose);
}

/** The world as somebody meets it who works for this purpose: access for a time for another one is not there. */
export const worldFor = (world: OracleWorld, purpose: OraclePurpose | undefined): OracleWorld => ({
  ...world,
  grants: world.grants.filter((grant) => grant.purpose === (purpose ?? 'professional_operations')),
});

/** What a person gets who asks for one thing: seen whatever the purpose, and seen for this one. */
export function answerTo(
  [isSeen, isSeenForPurpose]: readonly [boolean, boolean],
  labels: readonly OracleLabel[],
  purpose: OraclePurpose | undefined,
  kind: 'case' | 'subject',
): string {
  if (!isSeen) return `${kind}.not_found`;
  if (purposeFits(labels, purpose) && isSeenForPurpose) return 'none';
  return purpose === undefined ? 'records.purpose_required' : 'records.purpose_not_allowed';
}
