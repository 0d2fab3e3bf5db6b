export { claimLink } from './claim-link.ts';
