export { addTeamRoutes } from './routes.ts';
/** What accounts call when somebody registers with an invitation. */
export { joinInvitation } from './use-cases/join-invitation.ts';
/** What privacy calls for people who are erased. */
export { SAFE_CHOICE, settleBelongings } from './use-cases/settle-belongings.ts';
