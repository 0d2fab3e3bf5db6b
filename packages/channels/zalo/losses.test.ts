import { expect, it } from 'vitest';
import { lossesOfParts } from '../spec/testing/suite-parts.ts';
import { toMessages } from './outbound/to-messages.ts';
import { zaloManifest } from './zalo.manifest.ts';

it('says what it does to each part', () => {
  expect(lossesOfParts({ manifest: zaloManifest, toMessages })).toMatchInlineSnapshot(`
    {
      "0 text": [
        "no_sender",
      ],
      "1 image": [
        "no_quick_replies",
        "no_sender",
      ],
      "10 cards": [
        "no_sender",
        "in_several_calls",
      ],
      "11 native": [
        "as_alt_text",
        "no_sender",
      ],
      "12 native": [
        "as_alt_text",
        "no_sender",
      ],
      "13 ask-details": [
        "no_quick_replies",
        "no_sender",
      ],
      "14 text": [
        "in_pieces",
        "no_sender",
        "in_several_calls",
      ],
      "15 image": [
        "as_link",
        "no_public_url",
        "no_sender",
      ],
      "16 link": [
        "as_link",
        "no_public_url",
        "no_sender",
      ],
      "17 cards": [
        "as_words",
        "no_public_url",
        "no_sender",
      ],
      "18 cards": [
        "buttons_as_words",
        "no_sender",
        "in_several_calls",
      ],
      "2 video": [
        "as_link",
        "no_sender",
      ],
      "3 audio": [
        "as_link",
        "no_sender",
      ],
      "4 file": [
        "no_quick_replies",
        "no_sender",
      ],
      "5 sticker": [
        "no_sender",
      ],
      "6 location": [
        "no_sender",
      ],
      "7 link": [
        "no_sender",
      ],
      "8 rich-message": [
        "as_picture_and_words",
        "no_sender",
        "in_several_calls",
      ],
      "9 cards": [
        "as_picture_and_words",
        "no_public_url",
        "buttons_as_words",
        "no_sender",
        "in_several_calls",
      ],
    }
  `);
});
