export { addTeamRoutes } from './routes.ts';
/** What accounts call when somebody registers with an invitation. */
export { joinInvitation } from './use-cases/join-invitation.ts';
