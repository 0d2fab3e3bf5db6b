import { expect, it } from 'vitest';
import { lossesOfParts } from '../spec/testing/suite-parts.ts';
import { createWebChannel } from './web.channel.ts';

it('says what it does to each part', () => {
  expect(lossesOfParts(createWebChannel())).toMatchInlineSnapshot(`
    {
      "0 text": [],
      "1 image": [],
      "10 cards": [],
      "11 native": [
        "as_alt_text",
      ],
      "12 native": [
        "as_alt_text",
      ],
      "13 ask-details": [],
      "14 text": [],
      "15 image": [],
      "16 link": [],
      "17 cards": [],
      "18 cards": [],
      "2 video": [],
      "3 audio": [],
      "4 file": [],
      "5 sticker": [],
      "6 location": [],
      "7 link": [],
      "8 rich-message": [],
      "9 cards": [],
    }
  `);
});
