import * as contract from '@hanasu/contract/notify';
import type { Implement } from '../../platform/http/implement.ts';
import { linkChannel, unlinkChannel } from './links/links.ts';
import {
  type NotifyDependencies,
  readNotify,
  rotateSecret,
  testNotify,
  updateNotify,
} from './settings/settings.ts';

export function addNotifyRoutes(implement: Implement, dependencies: NotifyDependencies): void {
  implement(contract.getNotify, (_input, { session }) => readNotify(dependencies, session));
  implement(contract.updateNotify, ({ body }, { session }) => updateNotify(dependencies, session, body));
  implement(contract.linkNotifyChannel, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return linkChannel(dependencies, session, body.channelUuid);
  });
  implement(contract.unlinkNotifyChannel, async ({ params }, { session }) => {
    await unlinkChannel(dependencies, session, params.channel);
    return undefined;
  });
  implement(contract.rotateNotifySecret, (_input, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateSecret(dependencies, session);
  });
  implement(contract.testNotify, ({ body }, { session }) => testNotify(dependencies, session, body.way));
}
