import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRobots, userAgentOf } from './robots.ts';

test('the rules for us come before those for all', () => {
  const robots = readRobots(
    'https://a.example/x',
    'User-agent: *\nDisallow: /\nCrawl-delay: 5\n\nUser-agent: hanasubot\nDisallow: /private\nAllow: /private/menu\nCrawl-delay: 60',
  );
  expect(robots.isAllowed('https://a.example/')).toBe(true);
  expect(robots.isAllowed('http://www.a.example/private/x')).toBe(false);
  expect(robots.isAllowed('https://a.example/private/menu')).toBe(true);
  expect(robots.delayMs).toBe(10_000);
  expect(userAgentOf('https://bots.example')).toBe('HanasuBot/1.0 (+https://bots.example)');
});

test('no rules allow everything, and rules that are made to be slow are left out', () => {
  expect(readRobots('https://a.example/', '').isAllowed('https://a.example/a')).toBe(true);
  const slow = `User-agent: *\nDisallow: /${'*a'.repeat(200)}\nDisallow: /b`;
  const robots = readRobots('https://a.example/', slow);
  expect(robots.isAllowed(`https://a.example/${'a'.repeat(1_000)}`)).toBe(true);
  expect(robots.isAllowed('https://a.example/b')).toBe(false);
});

test('any text is read', () => {
  fc.assert(
    fc.property(fc.string(), fc.webUrl(), (text, url) => {
      expect(typeof readRobots(url, text).isAllowed(url)).toBe('boolean');
    }),
  );
});
