import { FLEX, FLEX_AGREEMENT, TEMPLATE_AGREEMENT, TEMPLATES } from './content-rules.ts';
import {
  area,
  type Fields,
  https,
  IMAGEMAP_ACTIONS,
  type Kinds,
  kind,
  link,
  list,
  object,
  oneOf,
  quickReplyAction,
  type Rule,
  text,
  whole,
} from './rules.ts';

const RESERVED = /LINE/;
/** Words the vendor keeps for itself, however they are spelled. */
const senderName: Rule = {
  is: 'text',
  max: 20,
  refuse: (value) => RESERVED.test(value.normalize('NFKC')) || /\bline\b/i.test(value.normalize('NFKC')),
};
const quickReply = object({
  items: list(object({ type: oneOf('action'), 'imageUrl?': https, action: quickReplyAction }), 13),
});
const common = {
  'quickReply?': quickReply,
  'sender?': object({ 'name?': senderName, 'iconUrl?': https }),
} satisfies Fields;
const quoting = { 'quoteToken?': text(300) } satisfies Fields;
const duration: Rule = { is: 'number', from: 1, whole: true };
const video = object({
  originalContentUrl: https,
  previewImageUrl: https,
  area,
  'externalLink?': object({ linkUri: link, label: text(30) }),
});
const substitution = kind(() => ({
  mention: { mentionee: kind(() => ({ user: { userId: text(33) }, all: {} })) },
  emoji: { productId: text(100), emojiId: text(100) },
}));

const TEMPLATE: Rule = { is: 'agreeing', of: kind(() => TEMPLATES), check: TEMPLATE_AGREEMENT };
/** A bubble or a carousel. */
export const CONTENTS: Rule = { is: 'agreeing', of: kind(() => FLEX), check: FLEX_AGREEMENT };

/** What the vendor accepts as a message object. Sources: its OpenAPI description, facts §4. */
export const MESSAGES: Kinds = {
  text: {
    ...common,
    ...quoting,
    text: text(5000),
    'emojis?': list(object({ index: whole, productId: text(100), emojiId: text(100) }), 20),
  },
  textV2: {
    ...common,
    ...quoting,
    text: text(5000),
    'substitution?': { is: 'map', most: 100, keyLength: 20, of: substitution },
  },
  sticker: { ...common, ...quoting, packageId: text(20), stickerId: text(20) },
  image: { ...common, originalContentUrl: https, previewImageUrl: https },
  video: { ...common, originalContentUrl: https, previewImageUrl: https, 'trackingId?': text(100) },
  audio: { ...common, originalContentUrl: https, duration },
  location: {
    ...common,
    title: text(100),
    address: text(100),
    latitude: { is: 'number', from: -90, to: 90 },
    longitude: { is: 'number', from: -180, to: 180 },
  },
  coupon: { ...common, couponId: text(100), 'deliveryTag?': text(30) },
  imagemap: {
    ...common,
    baseUrl: https,
    altText: text(1500),
    baseSize: object({ width: oneOf(1040), height: { is: 'number', from: 1, whole: true } }),
    actions: list(
      kind(() => IMAGEMAP_ACTIONS),
      50,
      0,
    ),
    'video?': video,
  },
  template: { ...common, altText: text(1500), template: TEMPLATE },
  flex: { ...common, altText: text(1500), contents: CONTENTS },
};
