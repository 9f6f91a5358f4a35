import type { DispositionCertificate } from '@chancery/verify';
import type { BundleBlock, BundleModel, NamedUsers } from '../../records/index.ts';
import { periodOf, type RetentionPolicy } from '../retention/policy.ts';
import { shownCertificate } from './certificate.ts';
import { type CertificateWords, certificateWordsOf } from './certificate-words.ts';
import type { ListedCertificate } from './ports.ts';
import type { DispositionItem, DispositionReview } from './review.ts';

/** All that the pages of a certificate are written from. */
export interface CertificateSource {
  readonly certificate: ListedCertificate;
  readonly review: DispositionReview;
  readonly items: readonly DispositionItem[];
  readonly policies: readonly RetentionPolicy[];
  readonly workspace: { readonly id: string; readonly name: string; readonly language: string };
  readonly named: NamedUsers;
}

/** The certificate for machines, as it is handed out by itself and within the PDF. */
export const certificateText = (certificate: ListedCertificate): string =>
  JSON.stringify(shownCertificate(certificate), null, 2);

/**
 * The certificate as people read it, and with it the one for machines. Why it was requested and decided is not in it: people
 * write names there.
 */
export function certificateModel(source: CertificateSource): BundleModel {
  const { certificate, workspace } = source;
  const shown = shownCertificate(certificate);
  const said = certificateWordsOf(workspace.language);
  const fileName = `${shown.certificateNumber}.json`;
  return {
    title: `${said.title} ${shown.certificateNumber}`,
    at: certificate.issuedAt,
    ...{ cover: null, contents: null },
    sections: [
      {
        title: said.title,
        level: 1,
        blocks: [
          text(said.what[shown.method]),
          ...summary(source, shown, said),
          ...decision(source, said),
          ...rule(source, shown, said),
          ...cases(source, shown, said),
          ...(shown.method === 'crypto_erasure' ? destroyed(source, shown, said) : []),
          ...evidence(source, shown, said, fileName),
        ],
      },
    ],
    stamp: {
      before: `${shown.certificateNumber} · ${workspace.id}`,
      ...{ page: said.page, of: said.of, after: shownTime(shown.issuedAt) },
    },
    attached: {
      ...{ fileName, mediaType: 'application/json', description: said.description },
      text: certificateText(certificate),
    },
  };
}

const text = (of: string): BundleBlock => ({ kind: 'text', text: of, isStruck: false });
const heading = (of: string): BundleBlock => ({ kind: 'heading', text: of });
const facts = (...rows: readonly (readonly [string, string | null])[]): BundleBlock => ({
  kind: 'facts',
  rows: rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
});
const shownTime = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;
const sum = (numbers: readonly number[]): string => String(numbers.reduce((all, one) => all + one, 0));

function summary(
  { review, workspace }: CertificateSource,
  { certificateNumber, issuedAt, method, items }: DispositionCertificate,
  said: CertificateWords,
): readonly BundleBlock[] {
  const isErased = method === 'crypto_erasure';
  return [
    facts(
      [said.number, certificateNumber],
      [said.issued, shownTime(issuedAt)],
      [said.workspace, `${workspace.name}\n${workspace.id}`],
      [said.method, said.methods[method]],
      [said.keptUntil, method === 'extended' ? review.extendUntil : null],
      [said.cases, String(items.length)],
      [said.entries, sum(items.map(({ entries }) => entries))],
      [said.attachments, sum(items.map(({ attachments }) => attachments))],
      [said.keys, isErased ? sum(items.map(({ keysDestroyed }) => keysDestroyed.length)) : null],
      [said.subjects, isErased ? sum(items.map(({ subjectErased }) => Number(subjectErased))) : null],
    ),
  ];
}

function decision({ review, named }: CertificateSource, said: CertificateWords): readonly BundleBlock[] {
  const { requestedByUserId, requestedAt, decidedByUserId, decidedAt, executedByUserId, executedAt } = review;
  const person = (userId: string | null, at: string | null) =>
    userId === null
      ? said.nobody
      : [named(userId).displayName, userId, ...(at === null ? [] : [shownTime(at)])].join('\n');
  return [
    heading(said.decision),
    facts(
      [said.review, `${review.reviewNumber}\n${review.id}`],
      [said.requestedBy, person(requestedByUserId, requestedAt)],
      [said.approvedBy, person(decidedByUserId, decidedAt)],
      [said.executedBy, person(executedByUserId, executedAt)],
      [said.secondPerson, review.singlePerson ? said.onePerson : said.twoPeople],
      [said.manifest, review.manifestSha256],
    ),
  ];
}

function rule(
  { items, policies }: CertificateSource,
  { legalBasis, items: certified }: DispositionCertificate,
  said: CertificateWords,
): readonly BundleBlock[] {
  const caseIds = new Set(certified.map(({ caseId }) => caseId));
  const applied = new Set(items.filter(({ caseId }) => caseIds.has(caseId)).map(({ policyId }) => policyId));
  const rows = policies
    .filter(({ id }) => applied.has(id))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map((policy) => [said.policy, policyWords(policy, said)] as const);
  return [heading(said.rule), facts([said.legalBasis, legalBasis || said.none], ...rows)];
}

function policyWords(
  { code, name, jurisdiction, trigger, fixedDate, period }: RetentionPolicy,
  said: CertificateWords,
): string {
  const long = period === null ? null : periodOf(period);
  const from = fixedDate ?? said.triggers[trigger];
  const kept = long === null ? said.forEver : `${said.kept} ${periodWords(long, said)} ${said.after} ${from}`;
  return [`${code} · ${name}`, kept, ...(jurisdiction === null ? [] : [jurisdiction])].join('\n');
}

const periodWords = (period: NonNullable<ReturnType<typeof periodOf>>, { units }: CertificateWords): string =>
  (['years', 'months', 'days'] as const)
    .filter((unit) => period[unit] > 0)
    .map((unit) => `${period[unit]} ${units[unit][period[unit] === 1 ? 0 : 1]}`)
    .join(' ');

/** Those to which it was done, as the certificate lists them; a case that was skipped is not among them. */
function cases(
  { items }: CertificateSource,
  { items: certified }: DispositionCertificate,
  said: CertificateWords,
): readonly BundleBlock[] {
  const known = new Map(items.map((item) => [item.caseId, item]));
  return [
    heading(said.listed),
    {
      kind: 'table',
      columns: [
        // The widest id, of digits alone, is not broken: it takes 0.378 of the width.
        { title: said.case, width: 0.39 },
        { title: said.subject, width: 0.14 },
        { title: said.policy, width: 0.13 },
        { title: said.due, width: 0.13 },
        { title: said.entries, width: 0.09 },
        { title: said.attachments, width: 0.12 },
      ],
      rows: certified.map(({ caseId, caseNumber, entries, attachments, subjectErased }) => {
        const item = known.get(caseId);
        const subject = [item?.subjectNumber ?? '', ...(subjectErased ? [said.cleared] : [])].join('\n');
        return [
          ...[`${caseNumber}\n${caseId}`, subject, item?.policyCode ?? '', item?.dueOn ?? ''],
          ...[String(entries), String(attachments)],
        ];
      }),
    },
  ];
}

function destroyed(
  { items }: CertificateSource,
  { items: certified, backupsExpireOn }: DispositionCertificate,
  said: CertificateWords,
): readonly BundleBlock[] {
  const keysOfCases = new Set(items.map(({ keyId }) => keyId));
  const rows = certified.flatMap(({ caseNumber, keysDestroyed }) =>
    keysDestroyed.map(({ keyId, destroyedAt }) => [
      `${keysOfCases.has(keyId) ? said.theCase : said.theSubject} ${caseNumber}`,
      keyId,
      shownTime(destroyedAt).slice(0, 19),
    ]),
  );
  const columns = [
    { title: said.keyOf, width: 0.36 },
    { title: said.keyId, width: 0.4 },
    { title: said.destroyedAt, width: 0.24 },
  ];
  return [
    heading(said.keysTitle),
    ...(rows.length === 0
      ? [text(said.noKeys)]
      : [text(said.keysNote), { kind: 'table' as const, columns, rows }]),
    heading(said.backups),
    facts([said.lastBackup, backupsExpireOn]),
    text(said.backupsNote),
  ];
}

function evidence(
  { workspace }: CertificateSource,
  { sha256, signature, keyId, auditSeq, checkpointSize }: DispositionCertificate,
  said: CertificateWords,
  fileName: string,
): readonly BundleBlock[] {
  const numberOr = (size: number | null) => (size === null ? said.notYet : String(size));
  return [
    heading(said.evidence),
    facts(
      ['SHA-256', sha256],
      [said.signature, signature],
      [said.signingKey, keyId],
      [said.ledger, workspace.id],
      [said.line, numberOr(auditSeq)],
      [said.checkpoint, numberOr(checkpointSize)],
    ),
    heading(said.verify),
    ...said.steps(fileName, said.lineOf(auditSeq)).map(text),
  ];
}
