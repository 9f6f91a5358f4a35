/** The name that is shown instead of that of a deactivated person (ACC-3). */
export const formerMember = 'Former member';
