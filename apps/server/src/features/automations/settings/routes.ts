import type { ChannelSettings, tryChannelSettings } from '@hanasu/contract/channel-settings';
import * as contract from '@hanasu/contract/channel-settings';
import type { ChannelId } from '@hanasu/contract/ids';

import { localMoment } from '@hanasu/contract/open-hours';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { ChannelListener } from '../../../platform/feature.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import { type ChannelDirectory, saveSettings } from '../../channels/public.ts';
import type { MessageComposer } from '../../message-templates/public.ts';
import { findSettings, lockChannels, type SettingsRow } from '../automations.store.ts';
import { holidaysOf } from '../holidays.ts';
import { holidayAt, isStaffed, opensAt } from '../hours.ts';
import { findKeyword, findUnsafePattern } from '../keywords.ts';
import { readSettings } from './read-settings.ts';

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

/** Lists the composed messages in the settings with their places in a request. */
const contentsIn = ({ greeting, keywords }: ChannelSettings) =>
  [
    { path: 'body.greeting.content', content: greeting.content },
    ...keywords.map(({ content }, index) => ({ path: `body.keywords.${index}.content`, content })),
  ].flatMap(({ path, content }) => (content ? [{ path, content }] : []));

export interface SettingsDependencies {
  readonly database: Database;
  readonly composer: MessageComposer;
  readonly directory: ChannelDirectory;
  /** Of all features. */
  readonly onChannelChange: ChannelListener;
}

async function existingSettings(transaction: AccountTransaction, id: ChannelId): Promise<SettingsRow> {
  const row = await findSettings(transaction, id);
  if (!row) throw new AppError('not_found', 'Channel not found');
  return row;
}

/** How a channel behaves from now on. */
async function changeSettings(
  { database, directory, composer, onChannelChange }: SettingsDependencies,
  actor: Actor,
  id: ChannelId,
  settings: ChannelSettings,
): Promise<ChannelSettings> {
  checkSettings(settings, 'body');
  const placed = contentsIn(settings);
  const composed = placed.map(({ content }) => content);
  await composer.prepare(actor.accountId, composed);
  const saved = await database.account(actor.accountId, async (transaction) => {
    await lockChannels(transaction, [id]);
    const before = await existingSettings(transaction, id);
    await composer.keep(transaction, composed);
    // What an unchanged message shows may be gone since it was saved; other settings can be changed all the same.
    const known = new Set(contentsIn(readSettings(before)).map(({ content }) => JSON.stringify(content)));
    const changes = placed.filter(({ content }) => !known.has(JSON.stringify(content)));
    await composer.refuseUnfinished(transaction, changes);
    await saveSettings(transaction, [id], settings);
    await onChannelChange(transaction, { kind: 'settings', channelId: id });
    const after = await existingSettings(transaction, id);
    const changed = changedParts(readSettings(before), readSettings(after));
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'channel.changed',
      target: after.name,
      data: { uuid: id, settings: changed },
    });
    return readSettings(after);
  });
  directory.forget(id);
  return saved;
}

/** Names of the parts that are not as before; what stands in them may be long. */
const changedParts = (before: ChannelSettings, after: ChannelSettings): string[] => {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(earlier.get(name)))
    .map(([name]) => name);
};

/** Gives other channels of the account the settings of one. All of them or none. */
async function copySettings(
  { database, directory, onChannelChange }: SettingsDependencies,
  actor: Actor,
  from: ChannelId,
  to: readonly ChannelId[],
): Promise<{ changed: number }> {
  const others = [...new Set(to)].filter((id) => id !== from);
  await database.account(actor.accountId, async (transaction) => {
    const source = await existingSettings(transaction, from);
    const channels = await lockChannels(transaction, others);
    const missing = to.findIndex((id) => id !== from && !channels.some((channel) => channel.id === id));
    if (missing >= 0)
      throw AppError.field('validation_failed', `body.channelUuids.${missing}`, 'channel not found');
    for (const id of others) {
      // A LIFF app belongs to the provider of one official account.
      const { liff } = readSettings(await existingSettings(transaction, id));
      await saveSettings(transaction, [id], { ...readSettings(source), liff });
      await onChannelChange(transaction, { kind: 'settings', channelId: id });
    }
    for (const { id, name } of channels) {
      await recordAudit(transaction, {
        userId: actor.userId,
        address: actor.address,
        action: 'channel.changed',
        target: name,
        data: { uuid: id, settingsOf: from },
      });
    }
  });
  for (const id of others) directory.forget(id);
  return { changed: others.length };
}

/** What a schema can't tell. `path` is where the settings stand in the request. */
function checkSettings(settings: ChannelSettings, path: string): void {
  if (!isTimeZone(settings.timeZone))
    throw AppError.field('validation_failed', `${path}.timeZone`, 'must be an IANA time zone');
  const ids = settings.keywords.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0)
    throw AppError.field('validation_failed', `${path}.keywords.${twice}.id`, 'is listed twice');
  const days = settings.days.map(({ day }) => day);
  const again = days.findIndex((day, index) => days.indexOf(day) !== index);
  if (again >= 0) throw AppError.field('validation_failed', `${path}.days.${again}.day`, 'is listed twice');
  const unsafe = findUnsafePattern(settings.keywords);
  if (unsafe)
    throw AppError.field(
      'pattern_unsafe',
      `${path}.keywords.${unsafe.keyword}.words.${unsafe.word}`,
      unsafe.detail,
    );
}

function isTimeZone(name: string): boolean {
  try {
    localMoment(name, new Date(0));
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What a message would meet at a time. */
function trySettings(
  settings: ChannelSettings,
  text: string,
  at: Date,
): z.infer<typeof tryChannelSettings.output> {
  const keyword = findKeyword(settings.keywords, text);
  return {
    keyword: keyword?.id ?? null,
    reply: keyword?.reply ?? null,
    wantsPerson: keyword ? keyword.wantsPerson : asksForPerson(text, settings.handover.words),
    isOpen: isStaffed(settings, at),
    holiday: holidayAt(settings, at),
    opensAt: opensAt(settings, at)?.toISOString() ?? null,
  };
}
