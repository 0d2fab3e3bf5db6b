import * as contract from '@hanasu/contract/channel-settings';
import type { Implement } from '../../platform/http/implement.ts';
import { checkSettings } from './domain/check-settings.ts';
import { holidaysOf } from './domain/holidays.ts';
import { readSettings } from './domain/read-settings.ts';
import { trySettings } from './domain/try-settings.ts';
import { changeSettings, existingSettings, type SettingsDependencies } from './use-cases/change-settings.ts';
import { copySettings } from './use-cases/copy-settings.ts';

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
