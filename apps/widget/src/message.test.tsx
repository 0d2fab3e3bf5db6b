/** @jsxImportSource preact */
// @vitest-environment jsdom
import type { ShownBubble } from '@hanasu/contract/message-content';
import { render } from 'preact';
import { expect, it } from 'vitest';
import { Bubbles } from './message.tsx';

const BASE = 'https://chat.example';
function show(bubbles: readonly ShownBubble[], formSlug?: string) {
  const said: string[] = [];
  const host = document.createElement('div');
  render(
    <Bubbles bubbles={bubbles} base={BASE} formSlug={formSlug} onSay={(text) => said.push(text)} />,
    host,
  );
  return { host, said };
}

it('loads what lies on the server from there, and what lies elsewhere from elsewhere', () => {
  const file = { path: '/media/a', previewPath: '/media/a/preview', name: 'tea' };
  const { host } = show([
    { kind: 'image', ...file },
    { kind: 'video', ...file, path: 'https://films.example/a.mp4' },
    { kind: 'audio', ...file },
  ]);
  expect(host.querySelector('a')?.href).toBe(`${BASE}/media/a`);
  expect(host.querySelector('img')?.src).toBe(`${BASE}/media/a/preview`);
  expect(host.querySelector('video')?.src).toBe('https://films.example/a.mp4');
  expect(host.querySelector('audio')?.src).toBe(`${BASE}/media/a`);
});

it('cards open their links, and say their words for the visitor', () => {
  const card = {
    layout: 'product',
    imagePath: '/media/c',
    title: 'Sencha',
    lead: '¥800',
    text: 'Mild',
    details: [{ label: 'Weight', text: '100 g' }],
    buttons: [
      { label: 'Buy', url: 'https://shop.example/' },
      { label: 'Ask', text: 'Tell me more' },
      { label: 'Run', url: 'javascript:alert(1)' },
    ],
  } as const;
  const more = { label: 'All', url: 'https://shop.example/all' };
  const { host, said } = show([
    { kind: 'cards', cards: [{ ...card, details: [...card.details], buttons: [...card.buttons] }], more },
  ]);
  expect(host.querySelectorAll('li')).toHaveLength(2);
  const links = [...host.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Buy', 'https://shop.example/'],
    ['Run', null],
    ['All ›', 'https://shop.example/all'],
  ]);
  host.querySelector('button')?.click();
  expect(said).toEqual(['Tell me more']);
});

it('places of a picture lie where they are tapped, the first on top', () => {
  const place = { x: 0, y: 0, width: 520, height: 260, label: '' };
  const areas = [
    { ...place, label: 'Ask', text: 'Tell me more' },
    { ...place, x: 520, label: 'Shop', url: 'https://shop.example/' },
  ];
  const { host, said } = show([
    {
      kind: 'rich-message',
      imagePath: '/line/rich-message/a/1040',
      height: 520,
      altText: 'Sale',
      areas,
      video: null,
    },
  ]);
  expect(host.querySelector('img')?.alt).toBe('Sale');
  expect(host.querySelector('a')?.style.cssText).toContain('left: 50%');
  const button = host.querySelector('button');
  expect(button?.style.cssText).toMatch(/width: 50%; height: 50%/);
  expect(host.querySelector('.g')?.lastElementChild).toBe(button);
  button?.click();
  expect(said).toEqual(['Tell me more']);
});

it('the link of a form that is filled in here is left out', () => {
  const link = { kind: 'link', text: 'Our form', label: 'Open', url: `${BASE}/form/visit?t=1` } as const;
  expect(show([link]).host.querySelector('a')?.textContent).toBe('Open');
  expect(show([link], 'visit').host.textContent).toBe('');
});
