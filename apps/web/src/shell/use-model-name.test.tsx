// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';
import { useModelName } from './use-model-name.ts';
import * as ja from './words/ja.ts';

afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('en');
});

function Name(model: { provider: string; name: string }) {
  return <p>{useModelName()(model)}</p>;
}

test.each([
  ['openai', 'GPT-4o mini (fast)', 'GPT-4o mini（高速）'],
  ['openai', 'GPT-6 Sol (best)', 'GPT-6 Sol（最高性能）'],
  ['openai', 'GPT-3.5 Turbo (old)', 'GPT-3.5 Turbo（旧モデル）'],
  ['cohere', 'Command R', 'Command R'],
  ['builtin', 'Built-in (quotes documents)', '内蔵モデル（資料から引用）'],
  // As the owner of the server calls it.
  ['compatible', 'Llama (fast)', 'Llama (fast)'],
])('in Japanese the %s model “%s” is called “%s”', async (provider, name, shown) => {
  await renderWithProviders(null);
  cleanup();
  i18next.addResourceBundle('ja', 'shell', ja.shell);
  await i18next.changeLanguage('ja');
  await renderWithProviders(<Name provider={provider} name={name} />);
  expect(screen.getByText(shown)).toBeTruthy();
});
