import { FormSettings } from '@hanasu/contract/form-definition';
import { instantOf, localMoment } from '@hanasu/contract/open-hours';
import { Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { ColorField } from '../../../shell/components/ColorField.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { timeZoneName } from '../../../shell/time-zones.ts';

interface FieldsProps {
  settings: FormSettings;
  onChange: (changes: Partial<FormSettings>) => void;
}

const SHOP = FormSettings.shape.shop.unwrap().shape;

/** Whose page it is. */
export function ShopFields({ settings, accountName, onChange }: FieldsProps & { accountName: string }) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const { shop } = settings;
  const set = (changes: Partial<FormSettings['shop']>) => onChange({ shop: { ...shop, ...changes } });
  return (
    <SettingsSection title={t('formSettings.shop')} text={t('formSettings.shopText')}>
      <Stack gap="md">
        <TextInput
          label={t('formSettings.shopName')}
          placeholder={accountName}
          maxLength={60}
          value={shop.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <ColorField
          label={t('formSettings.shopColor')}
          description={t('formSettings.shopColorHelp')}
          placeholder={me?.account.color ?? '#0d6538'}
          value={shop.color ?? ''}
          error={!SHOP.color.safeParse(shop.color).success && t('formSettings.shopColorWrong')}
          onChange={(color) => set({ color: color || null })}
        />
        <TextInput
          type="url"
          label={t('formSettings.privacyUrl')}
          placeholder="https://example.com/privacy"
          maxLength={500}
          value={shop.privacyUrl ?? ''}
          error={!SHOP.privacyUrl.safeParse(shop.privacyUrl).success && t('formSettings.siteWrong')}
          onChange={(event) => set({ privacyUrl: event.currentTarget.value.trim() || null })}
        />
      </Stack>
    </SettingsSection>
  );
}

/** A moment as its field writes it, in the time zone of the account. */
function localTime(iso: string | null, zone: string): string {
  if (iso === null) return '';
  const { day, minute } = localMoment(zone, new Date(iso));
  return `${day}T${new Date(minute * 60_000).toISOString().slice(11, 16)}`;
}

function instantOfField(typed: string, zone: string): string {
  const [day = '', clock = ''] = typed.split('T');
  const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  return instantOf(zone, day, minute).toISOString();
}

/** How many may answer, and when. */
export function LimitFields({
  settings,
  periodProblem,
  onChange,
}: FieldsProps & { periodProblem: string | false }) {
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const zone = me?.account.timeZone ?? 'UTC';
  const number = (name: 'total' | 'perPerson', max: number) => (
    <WholeNumberInput
      label={t(`formSettings.${name}`)}
      placeholder={t('formSettings.unlimited')}
      min={1}
      max={max}
      value={settings[name]}
      onChange={(value) => onChange({ [name]: value === '' ? null : value })}
    />
  );
  const time = (name: 'from' | 'until') => (
    <TextInput
      type="datetime-local"
      label={t(`formSettings.${name}`)}
      description={t('formSettings.zone', { zone: timeZoneName(locale, zone) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={localTime(settings[name], zone)}
      error={name === 'until' && periodProblem}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange({ [name]: value ? instantOfField(value, zone) : null });
      }}
    />
  );
  return (
    <SettingsSection title={t('formSettings.limits')} text={t('formSettings.limitsText')}>
      <Stack gap="md">
        <Group grow align="flex-start">
          {number('total', 1_000_000)}
          {number('perPerson', 1_000)}
        </Group>
        <Group grow align="flex-start">
          {time('from')}
          {time('until')}
        </Group>
      </Stack>
    </SettingsSection>
  );
}
