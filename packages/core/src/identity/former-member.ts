/** What stands where the name of a deactivated person stood (ACC-3). */
export const formerMember = 'Former member';
