import { randomInt } from 'node:crypto';
import type { DrawnPicture, PictureCell, PictureFile, PictureSource } from '@hanasu/contract/menu-pictures';
import sharp from 'sharp';
import { startHanasu } from './lib/hanasu.ts';
import { checkBounds, percentile, printTable } from './lib/print-table.ts';

/**
 * How long the editor of rich menus waits for the picture after the last change: the editor asks once nothing has been
 * typed for 250 ms, and the server draws what would be sent, each time with other words.
 */
const PORT = 4743;
const TIMES = 40;
/** `QUIET_MS` of the editor (`DrawnPicture.tsx`). */
const QUIET_MS = 250;
const LIMIT_MS = 500;
const SIZE = { width: 1_250, height: 843 };
const WORDS = ['ご予約', '営業時間', '料金のご案内', 'アクセス', 'Đặt chỗ', 'Liên hệ'];

const hanasu = await startHanasu(PORT);

async function upload(): Promise<PictureFile['uuid']> {
  // A photo of a phone, which no encoder makes small.
  const pixels = Buffer.alloc(4_000 * 3_000 * 3, 0).map(() => randomInt(256));
  const photo = await sharp(pixels, { raw: { width: 4_000, height: 3_000, channels: 3 } })
    .blur(3)
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const headers = { authorization: hanasu.authorization };
  const answer = await fetch(`${hanasu.url}/api/user/line/picture`, { method: 'POST', headers, body });
  return ((await answer.json()) as PictureFile).uuid;
}

function cells(time: number, fileUuid: PictureFile['uuid'] | null): PictureCell[] {
  const [thirds, halves] = [333, 500];
  return WORDS.map((text, index) => ({
    x: (index % 3) * thirds,
    y: Math.floor(index / 3) * halves,
    width: thirds,
    height: halves,
    fill: fileUuid ? null : '#0b512f',
    color: '#ffffff',
    icon: 'calendar-check',
    text: `${text} ${time}`,
    fileUuid,
  }));
}

async function measure(name: string, sourceOf: (time: number) => PictureSource) {
  const times: number[] = [];
  let bytes = 0;
  for (let time = 0; time <= TIMES; time += 1) {
    const begun = performance.now();
    const drawn = await hanasu.post<DrawnPicture>('/api/user/line/picture/preview', {
      source: sourceOf(time),
      ...SIZE,
    });
    bytes = drawn.bytes;
    // The first reads the fonts.
    if (time > 0) times.push(performance.now() - begun);
  }
  const p95 = percentile(times, 0.95);
  return { name, p50: percentile(times, 0.5), p95, kB: bytes / 1_000, changeToPicture: QUIET_MS + p95 };
}

const composed = { kind: 'composed', background: '#ffffff', line: '#ffffff', font: 'sans' } as const;
try {
  const photo = await upload();
  const rows = [
    await measure('six cells with icons and words', (time) => ({
      ...composed,
      fileUuid: null,
      cells: cells(time, null),
    })),
    await measure('words over a photo of 12 megapixels', (time) => ({
      ...composed,
      fileUuid: photo,
      cells: cells(time, null).map((cell) => ({ ...cell, fill: null })),
    })),
    await measure('the same photo in each of six cells', (time) => ({
      ...composed,
      fileUuid: null,
      cells: cells(time, photo),
    })),
    await measure('an upload of 12 megapixels', (time) => ({
      kind: 'upload',
      fileUuid: photo,
      crop: { x: time, y: 0, width: 2_500, height: 1_686 },
    })),
  ];
  printTable(
    `Pictures of ${SIZE.width} × ${SIZE.height} pixels, each drawn ${TIMES} times`,
    rows.map(({ name, p50, p95, kB, changeToPicture }) => ({
      picture: name,
      'drawn p50 ms': p50,
      'drawn p95 ms': p95,
      kB,
      'last change to picture p95 ms': changeToPicture,
    })),
  );
  checkBounds(
    rows.map(({ name, changeToPicture }) => ({
      what: `last change to picture p95 ms: ${name}`,
      measured: changeToPicture,
      atMost: LIMIT_MS,
    })),
  );
} finally {
  await hanasu.stop();
}
