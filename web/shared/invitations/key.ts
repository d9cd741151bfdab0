export const invitationsKey = ['admin', 'invitations'];
