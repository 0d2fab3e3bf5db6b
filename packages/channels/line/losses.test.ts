import { expect, it } from 'vitest';
import { lossesOfParts } from '../spec/testing/suite-parts.ts';
import { lineManifest } from './line.manifest.ts';
import { toMessages } from './outbound/to-messages.ts';

it('says what it does to each part', () => {
  expect(lossesOfParts({ manifest: lineManifest, toMessages })).toMatchInlineSnapshot(`
    {
      "0 text": [],
      "1 image": [],
      "10 cards": [],
      "11 native": [],
      "12 native": [
        "as_alt_text",
      ],
      "13 ask-details": [],
      "14 text": [
        "in_pieces",
      ],
      "15 image": [
        "as_link",
        "no_public_url",
      ],
      "16 link": [
        "as_link",
        "no_public_url",
      ],
      "17 cards": [
        "no_public_url",
      ],
      "18 cards": [],
      "2 video": [],
      "3 audio": [],
      "4 file": [],
      "5 sticker": [],
      "6 location": [],
      "7 link": [],
      "8 rich-message": [],
      "9 cards": [
        "no_public_url",
      ],
    }
  `);
});
