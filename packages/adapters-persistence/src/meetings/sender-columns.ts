/**
 * In whose name a mail comes, of the workspace `w` and the membership `o` of the organizer. A membership has the address of its
 * account only while that is verified.
 */
export const senderColumns = (organizerName: string): string =>
  `w.name "workspaceName", w.logo_url "workspaceLogoUrl", ${organizerName} "organizerName", o.email "organizerEmail",
   coalesce((w.settings ->> 'meetingRepliesToOrganizer')::boolean, true) "repliesToOrganizer"`;
