import * as contract from '@hanasu/contract/channel-settings';
import type { Implement } from '../../../platform/http/implement.ts';
import { holidaysOf } from '../hours.ts';
import { readSettings } from './read-settings.ts';
import {
  changeSettings,
  checkSettings,
  copySettings,
  existingSettings,
  type SettingsDependencies,
  trySettings,
} from './settings.ts';

export function addSettingsRoutes(implement: Implement, dependencies: SettingsDependencies): void {
  const { database } = dependencies;
  implement(contract.getChannelSettings, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      readSettings(await existingSettings(transaction, params.uuid)),
    ),
  );
  implement(contract.updateChannelSettings, ({ params, body }, { session }) =>
    changeSettings(dependencies, session, params.uuid, body),
  );
  implement(contract.copyChannelSettings, ({ params, body }, { session }) =>
    copySettings(dependencies, session, params.uuid, body.channelUuids),
  );
  implement(contract.tryChannelSettings, async ({ params, body }, { session }) => {
    await database.account(session.accountId, (transaction) => existingSettings(transaction, params.uuid));
    checkSettings(body.settings, 'body.settings');
    return trySettings(body.settings, body.text, new Date(body.at));
  });
  implement(contract.listHolidays, async ({ query }) => ({
    items: holidaysOf(query.calendar, query.year).map(({ day, name }) => ({ day, name })),
  }));
}
