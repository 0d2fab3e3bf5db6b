import * as accounts from './accounts.ts';
import * as billing from './billing.ts';
import * as bots from './bots.ts';
import * as channels from './channels.ts';
import * as chat from './chat.ts';
import type { Endpoint } from './endpoint.ts';
import * as inbox from './inbox.ts';
import * as insights from './insights.ts';
import * as knowledge from './knowledge.ts';
import * as services from './services.ts';
import * as system from './system.ts';

/** Every endpoint, for OpenAPI and for the checks that call each of them. */
export const ENDPOINTS: readonly Endpoint[] = [
  accounts,
  services,
  knowledge,
  bots,
  chat,
  channels,
  inbox,
  billing,
  insights,
  system,
].flatMap((module) => Object.values(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
