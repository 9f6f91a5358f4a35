import { expect } from 'chai';
import { openApiDocument } from './openapi.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { schemas } = (JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:8080'))) as Document)
  .components;

const ofAll = ['id', 'workspaceId', 'createdAt', 'createdBy'];
const ofChangeable = [...ofAll, 'updatedAt', 'updatedBy', 'version'];

/** What callers change, or what becomes something else by itself. */
const changeable = [
  'Subject',
  'SubjectMerge',
  'Case',
  'Encounter',
  'Entry',
  'AmendmentRequest',
  'FollowUp',
  'RecordTemplate',
  'RecordConsent',
  'DisclosureAuthorization',
  'ReleasePackage',
  'ReleasePackageSummary',
  'TemporaryAccess',
  'BreakGlassSession',
  'RetentionPolicy',
  'RecordHold',
  'DispositionReview',
  'CaseTransfer',
  'IntelligenceRun',
  'IntegrityCheck',
];
const lasting = ['RecordPromotion', 'RetentionAssignment'];

describe('the fields of records and of what is decided about them', () => {
  for (const [names, fields] of [
    [changeable, ofChangeable],
    [lasting, ofAll],
  ] as const)
    for (const name of names)
      it(`${name} says where it belongs, who made it and who changed it`, () => {
        expect(Object.keys(schemas[name]?.properties ?? {})).to.include.members([...fields]);
      });
});
