export * from './at-instant.ts';
export { auditedOffice } from './audited-office.ts';
export * from './both-databases.ts';
export { type BundledProcess, bundledProcess } from './bundled-process.ts';
export * from './databases.ts';
export * from './delivered.ts';
export * from './disclosing-office.ts';
export * from './disposing-office.ts';
export * from './doubles.ts';
export * from './factor-doubles.ts';
export { foundFaults } from './faults.ts';
export * from './file-request-world.ts';
export * from './invitations.ts';
export * from './later.ts';
export * from './ledger-details.ts';
export * from './library.ts';
export * from './lifecycle-office.ts';
export * from './lock-waits.ts';
export * from './mail-gateway.ts';
export * from './mailed-links.ts';
export {
  admissionStatusOf,
  inviteTokenOf,
  liveMeeting,
  noonMeeting,
  sessionOfMeeting,
} from './meeting-rooms.ts';
export * from './meetings.ts';
export { MemoryKeyVault } from './memory-key-vault.ts';
export * from './note-office.ts';
export * from './paying-world.ts';
export * from './personal-traces.ts';
export * from './plain-intelligence.ts';
export * from './plain-oidc.ts';
export * from './plan-overrides.ts';
export { portalOffice } from './portal-office.ts';
export { promotingOffice } from './promoting-office.ts';
export * from './provider-sign-ins.ts';
export * from './record-archive.ts';
export * from './record-doubles.ts';
export * from './record-office.ts';
export * from './remote-processor.ts';
export * from './renewing-office.ts';
export * from './rows-about.ts';
export * from './second-factors.ts';
export * from './shared-documents.ts';
export * from './signed-documents.ts';
export * from './signing-doubles.ts';
export * from './signing-world.ts';
export { openMigratedPglite } from './snapshot.ts';
export * from './started-pgbouncer.ts';
export * from './statements.ts';
export * from './stored-package.ts';
export * from './uploading-world.ts';
export * from './webhooks.ts';
export * from './webinars.ts';
export * from './window-throttle.ts';
export * from './world.ts';
