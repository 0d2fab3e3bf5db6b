import { AB_HOURS_MAX, AB_METRICS, AB_VARIANTS_MAX, type AbTest } from '@hanasu/contract/broadcast-ab';
import type { BroadcastView } from '@hanasu/contract/broadcasts';
import type { MessageContent } from '@hanasu/contract/message-content';
import { Button, Group, Radio, Select, Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { ContentField } from '../../entities/message/ContentChoice.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { isWholeNumber, WholeNumberInput } from '../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { variantName } from './ab-variants.ts';
import classes from './Broadcasts.module.css';

type Value = Pick<BroadcastView, 'content' | 'abTest'>;
interface FieldsProps {
  value: Value;
  onChange: (change: Partial<Value>) => void;
}
interface TestProps {
  test: AbTest;
  onChange: (test: AbTest) => void;
}

const FIRST_SHARE = 20;
const FIRST_HOURS = 4;
const sumOf = (shares: readonly number[]): number => shares.reduce((sum, share) => sum + share, 0);

/** One more variant, as large as the last where there is room, else all of one size. */
function withVariant(test: AbTest | null, copy: MessageContent): AbTest {
  if (!test)
    return {
      others: [copy],
      shares: [FIRST_SHARE, FIRST_SHARE],
      metric: 'replied',
      decide: { afterHours: FIRST_HOURS },
    };
  const { others, shares } = test;
  const last = shares.at(-1) ?? FIRST_SHARE;
  const more = [...shares, last];
  const each = Math.floor(Math.min(100, sumOf(shares)) / more.length);
  return {
    ...test,
    others: [...others, copy],
    shares: sumOf(more) <= 100 ? more : more.map(() => Math.max(1, each)),
  };
}

/** What it says, in one variant or in several that are tried against each other. */
export function AbTestFields({ value: { content, abTest }, onChange }: FieldsProps) {
  const { t } = useWords();
  const [shown, setShown] = useState('0');
  const contents = [content, ...(abTest?.others ?? [])];
  const add = () => {
    onChange({ abTest: withVariant(abTest, content) });
    setShown(String(contents.length));
  };
  const change = (variant: number, changed: MessageContent) => {
    if (variant === 0) onChange({ content: changed });
    else if (abTest)
      onChange({
        abTest: {
          ...abTest,
          others: abTest.others.map((other, at) => (at === variant - 1 ? changed : other)),
        },
      });
  };
  const remove = (variant: number) => {
    if (!abTest) return;
    const others = abTest.others.filter((_, at) => at !== variant - 1);
    const shares = abTest.shares.filter((_, at) => at !== variant);
    onChange({ abTest: others.length === 0 ? null : { ...abTest, others, shares } });
    setShown(String(variant - 1));
  };
  if (!abTest)
    return (
      <>
        <ContentField
          label={t('broadcasts.message')}
          value={content}
          onChange={(changed) => onChange({ content: changed })}
        />
        <fieldset className={classes.group}>
          <legend>{t('broadcasts.ab.title')}</legend>
          <p className={classes.note}>
            {t('broadcasts.ab.about')}{' '}
            {t('broadcasts.ab.copied', { name: variantName(0), copy: variantName(1) })}
          </p>
          <AddButton onClick={add} />
        </fieldset>
      </>
    );
  return (
    <fieldset className={classes.group}>
      <legend>{t('broadcasts.ab.title')}</legend>
      <Tabs value={shown} onChange={(to) => setShown(to ?? '0')} keepMounted={false}>
        <Tabs.List aria-label={t('broadcasts.ab.variants')}>
          {contents.map((_, variant) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place.
            <Tabs.Tab key={variant} value={String(variant)}>
              {t('broadcasts.ab.variant', { name: variantName(variant) })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {contents.map((each, variant) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place.
          <Tabs.Panel key={variant} value={String(variant)} pt="md">
            <ContentField
              label={t('broadcasts.ab.message', { name: variantName(variant) })}
              value={each}
              onChange={(changed) => change(variant, changed)}
            />
            {variant > 0 && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                mt="xs"
                leftSection={<Icon name="trash-2" size={14} />}
                onClick={() => remove(variant)}
              >
                {t('broadcasts.ab.remove', { name: variantName(variant) })}
              </Button>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      {contents.length < AB_VARIANTS_MAX && <AddButton onClick={add} />}
      <Shares test={abTest} onChange={(changed) => onChange({ abTest: changed })} />
      <Deciding test={abTest} onChange={(changed) => onChange({ abTest: changed })} />
    </fieldset>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useWords();
  return (
    <div>
      <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
        {t('broadcasts.ab.add')}
      </Button>
    </div>
  );
}

function Shares({ test, onChange }: TestProps) {
  const { t } = useWords();
  const rest = 100 - sumOf(test.shares);
  const change = (variant: number, share: number) =>
    onChange({ ...test, shares: test.shares.map((old, at) => (at === variant ? share : old)) });
  return (
    <Stack gap={6}>
      <span className={classes.label}>{t('broadcasts.ab.shares')}</span>
      <Group gap="sm" align="start">
        {test.shares.map((share, variant) => (
          <WholeNumberInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place.
            key={variant}
            aria-label={t('broadcasts.ab.share', { name: variantName(variant) })}
            leftSection={variantName(variant)}
            suffix=" %"
            w={112}
            min={1}
            max={99}
            value={share}
            error={rest < 0}
            onChange={(value) => isWholeNumber(value) && change(variant, value)}
          />
        ))}
      </Group>
      <p className={`${classes.note} ${rest < 0 ? classes.warn : ''}`} role="status">
        {rest < 0
          ? t('broadcasts.ab.tooMuch')
          : rest === 0
            ? t('broadcasts.ab.noRest')
            : t('broadcasts.ab.rest', { percent: rest })}
      </p>
    </Stack>
  );
}

function Deciding({ test, onChange }: TestProps) {
  const { t } = useWords();
  const { metric, decide, shares } = test;
  const isByPerson = decide === 'by_person';
  return (
    <>
      <Select
        label={t('broadcasts.ab.metric')}
        description={`${t('broadcasts.ab.metricHelp')}${metric === 'clicked' ? ` ${t('broadcasts.ab.clickedHelp')}` : ''}`}
        allowDeselect={false}
        data={AB_METRICS.map((each) => ({ value: each, label: t(`broadcasts.ab.metrics.${each}`) }))}
        value={metric}
        onChange={(chosen) =>
          onChange({ ...test, metric: AB_METRICS.find((each) => each === chosen) ?? metric })
        }
      />
      {sumOf(shares) < 100 && (
        <Radio.Group
          label={t('broadcasts.ab.decide')}
          value={isByPerson ? 'person' : 'rule'}
          onChange={(chosen) =>
            onChange({ ...test, decide: chosen === 'person' ? 'by_person' : { afterHours: FIRST_HOURS } })
          }
        >
          <Stack gap="xs" mt={8}>
            <Radio value="person" label={t('broadcasts.ab.byPerson')} />
            <Radio value="rule" label={t('broadcasts.ab.byRule')} />
          </Stack>
        </Radio.Group>
      )}
      {sumOf(shares) < 100 && !isByPerson && (
        <WholeNumberInput
          label={t('broadcasts.ab.afterHours')}
          description={t('broadcasts.ab.ruleHelp')}
          min={1}
          max={AB_HOURS_MAX}
          value={decide.afterHours}
          onChange={(value) => isWholeNumber(value) && onChange({ ...test, decide: { afterHours: value } })}
        />
      )}
    </>
  );
}
