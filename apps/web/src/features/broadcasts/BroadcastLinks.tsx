import { LINK_TRACKING, type Utm } from '@hanasu/contract/broadcast-links';
import type { BroadcastCheck, BroadcastView } from '@hanasu/contract/broadcasts';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import classes from './Broadcasts.module.css';

type LinkValue = Pick<BroadcastView, 'linkTracking' | 'utm'>;
const UTM_PARTS = ['source', 'medium', 'campaign'] as const;
const NO_UTM: Utm = { source: '', medium: '', campaign: '' };

/** Whether clicks are counted, and what web analytics is to know of the links. */
export function LinkFields({
  value: { linkTracking, utm },
  onChange,
}: {
  value: LinkValue;
  onChange: (change: Partial<LinkValue>) => void;
}) {
  const { t } = useWords();
  const changeUtm = (part: keyof Utm, words: string) => {
    const changed = { ...(utm ?? NO_UTM), [part]: words };
    onChange({ utm: UTM_PARTS.every((each) => changed[each] === '') ? null : changed });
  };
  return (
    <fieldset className={classes.group}>
      <legend>{t('broadcasts.links.title')}</legend>
      <Radio.Group
        label={t('broadcasts.links.clicks')}
        value={linkTracking}
        onChange={(chosen) => {
          const found = LINK_TRACKING.find((each) => each === chosen);
          if (found) onChange({ linkTracking: found });
        }}
      >
        <Stack gap="xs" mt={8}>
          {LINK_TRACKING.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`broadcasts.links.ways.${each}`)}
              description={t(`broadcasts.links.help.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <p className={classes.note}>{t('broadcasts.links.utmHelp')}</p>
      <div className={classes.three}>
        {UTM_PARTS.map((part) => (
          <TextInput
            key={part}
            label={t(`broadcasts.links.utm.${part}`)}
            placeholder={t(`broadcasts.links.examples.${part}`)}
            maxLength={100}
            value={utm?.[part] ?? ''}
            onChange={(event) => changeUtm(part, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The addresses in the message, and whether it will be known how often they are opened. */
export function CheckLinks({
  check: { links, count },
  linkTracking,
}: {
  check: BroadcastCheck;
  linkTracking: BroadcastView['linkTracking'];
}) {
  const { t } = useWords();
  const format = useFormat();
  if (links.length === 0) return null;
  const isPersonal = linkTracking === 'person' && links.some(({ isCounted }) => isCounted);
  return (
    <Stack gap="xs">
      <strong>{t('broadcasts.links.title')}</strong>
      <ul className={classes.list}>
        {links.map(({ url, reason }) => (
          <li key={url}>
            {url}
            <small>{t(`broadcasts.links.${reason ?? 'counted'}`)}</small>
          </li>
        ))}
      </ul>
      {isPersonal && count > 0 && (
        <p className={classes.note}>{t('broadcasts.links.calls', { count, number: format.number(count) })}</p>
      )}
    </Stack>
  );
}
