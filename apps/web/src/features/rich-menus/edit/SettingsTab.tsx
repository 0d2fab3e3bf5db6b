import { changeRichMenu, type RichMenuSettings, type RichMenuWithDraft } from '@hanasu/contract/rich-menus';
import { Alert, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useDayName } from '../MenuActions.tsx';
import { useChangeMenu } from '../rich-menus.queries.ts';
import classes from './MenuEdit.module.css';
import { useMenuEditing } from './use-menu-draft.ts';

interface Values {
  readonly name: string;
  readonly settings: RichMenuSettings;
}
const valuesOf = ({ name, settings }: RichMenuWithDraft): Values => ({ name, settings });
const isSame = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);
const NameShape = changeRichMenu.body.shape.name;

/** For whom the menu is, and when. What is saved here counts at once. */
export function SettingsTab() {
  const { t } = useWords();
  const { menu, mayEdit } = useMenuEditing();
  const [values, setValues] = useState(() => valuesOf(menu));
  const [isSome, setSome] = useState(menu.settings.segmentUuid !== null);
  const save = useChangeMenu();
  const { settings } = values;
  const set = (change: Partial<RichMenuSettings>) =>
    setValues((old) => ({ ...old, settings: { ...old.settings, ...change } }));
  const isTaken = isApiError(save.error, 'name_taken');
  const isUnnamed = !NameShape.safeParse(values.name).success;
  const isBackwards = settings.from !== null && settings.until !== null && settings.from >= settings.until;
  const lacksSegment = isSome && settings.segmentUuid === null;
  const isDirty = lacksSegment || !isSame(values, valuesOf(menu));
  const submit = () => {
    if (isUnnamed || isBackwards || lacksSegment) return;
    const onSuccess = (saved: RichMenuWithDraft) => {
      setValues(valuesOf(saved));
      toasts.add({ title: t('menuSettings.saved') });
    };
    save.mutate({ uuid: menu.uuid, body: values }, { onSuccess });
  };
  const discard = () => {
    setValues(valuesOf(menu));
    setSome(menu.settings.segmentUuid !== null);
    save.reset();
  };
  return (
    <>
      <fieldset disabled={!mayEdit} className={classes.settings}>
        {save.error && !isTaken && (
          <Alert color="red" role="alert">
            {errorMessage(save.error)}
          </Alert>
        )}
        <SettingsSection title={t('menuSettings.who')} text={t('menuSettings.whoText')}>
          <Stack gap="sm">
            <Radio.Group
              aria-label={t('menuSettings.who')}
              value={isSome ? 'some' : 'all'}
              onChange={(value) => {
                setSome(value === 'some');
                if (value === 'all') set({ segmentUuid: null });
              }}
            >
              <Stack gap="md">
                <Radio value="all" label={t('richMenus.everybody')} />
                <Radio value="some" label={t('menuSettings.segment')} />
              </Stack>
            </Radio.Group>
            {isSome && (
              <SegmentSelect
                value={settings.segmentUuid}
                error={lacksSegment && t('fields.required')}
                onChange={(segmentUuid) => set({ segmentUuid })}
              />
            )}
          </Stack>
        </SettingsSection>
        <When settings={settings} isBackwards={isBackwards} onChange={set} />
        <SettingsSection title={t('richMenus.name')} text={t('richMenus.nameHelp')}>
          <TextInput
            aria-label={t('richMenus.name')}
            maxLength={80}
            value={values.name}
            error={isTaken ? errorMessage(save.error) : isUnnamed && t('fields.required')}
            onChange={(event) => {
              const name = event.currentTarget.value;
              setValues((old) => ({ ...old, name }));
            }}
          />
        </SettingsSection>
      </fieldset>
      {mayEdit && <SaveBar dirty={isDirty} pending={save.isPending} onSave={submit} onDiscard={discard} />}
      <LeaveGuard when={isDirty} />
    </>
  );
}

const MINUTE_MS = 60_000;
/** Of a moment, as its field writes it: in the time zone of the browser. */
function localTime(iso: string | null): string {
  if (iso === null) return '';
  const offset = new Date(iso).getTimezoneOffset() * MINUTE_MS;
  return new Date(Date.parse(iso) - offset).toISOString().slice(0, 16);
}

interface WhenProps {
  settings: RichMenuSettings;
  isBackwards: boolean;
  onChange: (change: Partial<RichMenuSettings>) => void;
}
const HOURS = ['always', 'open', 'closed'] as const;

function When({ settings, isBackwards, onChange }: WhenProps) {
  const { t } = useWords();
  const { firstDayOfWeek } = useFormat();
  const dayName = useDayName();
  const days = Array.from({ length: 7 }, (_, index) => (firstDayOfWeek + index) % 7);
  const time = (name: 'from' | 'until') => (
    <TextInput
      type="datetime-local"
      label={t(`menuSettings.${name}`)}
      value={localTime(settings[name])}
      error={name === 'until' && isBackwards && t('menuSettings.backwards')}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange({ [name]: value ? new Date(value).toISOString() : null });
      }}
    />
  );
  return (
    <SettingsSection title={t('menuSettings.when')} text={t('menuSettings.whenText')}>
      <Stack gap="md">
        <div className={classes.times}>
          {time('from')}
          {time('until')}
        </div>
        <Checkbox.Group
          label={t('menuSettings.weekdays')}
          description={t('menuSettings.weekdaysHelp')}
          value={settings.weekdays.map(String)}
          onChange={(chosen) => onChange({ weekdays: chosen.map(Number).sort((one, other) => one - other) })}
        >
          <Group gap="md" mt={8}>
            {days.map((day) => (
              <Checkbox key={day} value={String(day)} label={dayName(day)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Radio.Group
          label={t('menuSettings.hours')}
          value={settings.hours}
          onChange={(value) => onChange({ hours: HOURS.find((one) => one === value) ?? 'always' })}
        >
          <Stack gap="md" mt={8}>
            {HOURS.map((one) => (
              <Radio key={one} value={one} label={t(`menuSettings.hour.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </SettingsSection>
  );
}
