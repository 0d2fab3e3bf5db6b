import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpApp } from './http-app.ts';

test('pages load nothing from anywhere but here and hosts that are named', async () => {
  const app = await createHttpApp({
    logger: pino({ level: 'silent' }),
    corsOrigins: [],
    rateLimitPerMinute: 0,
    maxUploadBytes: 1024,
    webDist: null,
    pictureHosts: ['https://stickers.example'],
  });
  const { headers } = await app.inject('/');
  await app.close();
  const policy = String(headers['content-security-policy']);
  const sources = policy.split(';').flatMap((part) => part.trim().split(' ').slice(1));
  expect(sources.filter((source) => /^[a-z]+:$/.test(source) || source.includes('*'))).toEqual([
    'data:',
    'blob:',
    'blob:',
    'data:',
  ]);
  expect(policy).toContain("img-src 'self' data: blob: https://stickers.example;");
});

test('spec:103 pages may ask the three icon services, and no other host', async () => {
  const app = await createHttpApp({
    logger: pino({ level: 'silent' }),
    corsOrigins: [],
    rateLimitPerMinute: 0,
    maxUploadBytes: 1024,
    webDist: null,
  });
  const { headers } = await app.inject('/');
  await app.close();
  const policy = String(headers['content-security-policy']);
  const connect = policy.split(';').find((part) => part.startsWith('connect-src'));
  expect(connect?.split(' ').filter((source) => source.startsWith('https:'))).toEqual([
    'https://api.iconify.design',
    'https://api.simplesvg.com',
    'https://api.unisvg.com',
  ]);
  expect(policy).toContain("script-src 'self';");
});
