import { ActionIcon, Badge, Popover, Radio } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { ModelChoice } from '../model-choices.ts';
import classes from './ModelTab.module.css';

/** One model: picture, name, tag, what it costs; one that is not set up says which setting is missing. */
export function ModelCard({ choice, chosen }: { choice: ModelChoice; chosen: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { service, name, tag, image, value } = choice;
  const { input, output } = service.rates;
  const cost =
    input + output === 0
      ? t('bots.free')
      : t('bots.rates', { input: format.decimal(input), output: format.decimal(output) });
  return (
    <div className={classes.row}>
      <Radio.Card value={value} disabled={!service.available && !chosen} className={classes.card ?? ''}>
        <img src={image} width={30} height={30} alt="" className={classes.image} />
        <span className={classes.words}>
          <span className={classes.name}>
            {name}
            {tag && <Badge color="blue">{tag}</Badge>}
          </span>
          <span className={classes.facts}>
            {service.available ? cost : t('bots.missing', { setting: service.missing ?? '' })}
          </span>
        </span>
        <Radio.Indicator disabled={!service.available && !chosen} />
      </Radio.Card>
      {choice.tooltip.length > 0 && (
        <Popover position="left" shadow="md" width={280} withinPortal withRoles>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('bots.about', { name })}>
              <Icon name="info" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('bots.about', { name })}>
            <ul className={classes.tooltip}>
              {choice.tooltip.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
