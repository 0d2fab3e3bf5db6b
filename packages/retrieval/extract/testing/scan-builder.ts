import { assemblePdf, streamObject } from './pdf-builder.ts';

export interface ScanPicture {
  readonly width: number;
  readonly height: number;
  /** One byte for each pixel, or three. */
  readonly pixels: Uint8Array;
  readonly colours: 'DeviceGray' | 'DeviceRGB';
}

/** A PDF whose pages are one picture each, a line of text, or (null) nothing. */
export function buildScan(pages: readonly (ScanPicture | string | null)[]): Uint8Array {
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 3} 0 R`);
  const objects = pages.flatMap((page, index) => {
    const at = first + index * 3;
    const isPicture = typeof page === 'object' && page !== null;
    const content = isPicture
      ? 'q 595 0 0 842 0 0 cm /I Do Q'
      : page === null
        ? ''
        : `BT /F1 11 Tf 56 700 Td (${page}) Tj ET`;
    const picture = isPicture
      ? streamObject(
          page.pixels,
          `/Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /ColorSpace /${page.colours} /BitsPerComponent 8`,
        )
      : streamObject('');
    return [
      {
        value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /I ${at + 2} 0 R >> >> /Contents ${at + 1} 0 R >>`,
      },
      streamObject(content),
      picture,
    ];
  });
  return assemblePdf([
    { value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { value: `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>` },
    { value: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
    ...objects,
  ]);
}
