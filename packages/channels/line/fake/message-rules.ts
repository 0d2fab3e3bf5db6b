/**
 * What the vendor accepts in a message object, as data. Lengths count UTF-16 units (`text`) or grapheme clusters
 * (`words`). Sources: the vendor's OpenAPI description, facts §4.
 */
export type Rule =
  | { readonly is: 'text' | 'words'; readonly min?: number; readonly max: number }
  | { readonly is: 'url'; readonly max?: number; readonly schemes?: readonly string[] }
  | { readonly is: 'number'; readonly from?: number; readonly to?: number }
  | { readonly is: 'one of'; readonly values: readonly (string | number)[] }
  | { readonly is: 'list'; readonly min?: number; readonly max: number; readonly of: Rule }
  | { readonly is: 'object'; readonly fields: Fields }
  /** Looked up by the object's `type`. */
  | { readonly is: 'kind'; readonly of: () => Kinds }
  /** Checked by size only, in bytes of JSON. */
  | { readonly is: 'open'; readonly bytes: number };

/** A name ending in `?` may be absent. */
export type Fields = Readonly<Record<string, Rule>>;
export type Kinds = Readonly<Record<string, Fields>>;

const text = (max: number, min = 1): Rule => ({ is: 'text', min, max });
const words = (max: number, min = 1): Rule => ({ is: 'words', min, max });
const list = (of: Rule, max: number, min = 1): Rule => ({ is: 'list', of, min, max });
const object = (fields: Fields): Rule => ({ is: 'object', fields });
const oneOf = (...values: (string | number)[]): Rule => ({ is: 'one of', values });
const https: Rule = { is: 'url' };
const number: Rule = { is: 'number' };
const action: Rule = { is: 'kind', of: () => ACTIONS };

const area = object({ x: number, y: number, width: number, height: number });
const quickReply = object({
  items: list(object({ type: oneOf('action'), 'imageUrl?': https, action }), 13),
});
const sender = object({ 'name?': text(20), 'iconUrl?': https });
const common = { 'quickReply?': quickReply, 'sender?': sender } satisfies Fields;
const quoting = { 'quoteToken?': text(200) } satisfies Fields;
const picture = {
  'imageAspectRatio?': oneOf('rectangle', 'square'),
  'imageSize?': oneOf('cover', 'contain'),
};

const ACTIONS: Kinds = {
  postback: {
    'label?': words(40),
    data: text(300, 0),
    'displayText?': words(300),
    'text?': text(300),
    'inputOption?': oneOf('closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice'),
    'fillInText?': text(300),
  },
  message: { 'label?': words(40), text: text(300) },
  uri: {
    'label?': words(40),
    uri: { is: 'url', max: 1000, schemes: ['http:', 'https:', 'line:', 'tel:'] },
    'altUri?': object({ desktop: { is: 'url', max: 1000, schemes: ['http:', 'https:', 'line:', 'tel:'] } }),
  },
  datetimepicker: {
    'label?': words(40),
    data: text(300, 0),
    mode: oneOf('date', 'time', 'datetime'),
    'initial?': text(20),
    'max?': text(20),
    'min?': text(20),
  },
  camera: { label: words(20) },
  cameraRoll: { label: words(20) },
  location: { label: words(20) },
  clipboard: { 'label?': words(40), clipboardText: text(1000) },
};

const TEMPLATES: Kinds = {
  buttons: {
    ...picture,
    'thumbnailImageUrl?': https,
    'imageBackgroundColor?': text(7),
    'title?': words(40),
    text: words(160),
    'defaultAction?': action,
    actions: list(action, 4),
  },
  confirm: { text: words(240), actions: list(action, 2, 2) },
  carousel: {
    ...picture,
    columns: list(
      object({
        'thumbnailImageUrl?': https,
        'imageBackgroundColor?': text(7),
        'title?': words(40),
        text: words(120),
        'defaultAction?': action,
        actions: list(action, 3),
      }),
      10,
    ),
  },
  image_carousel: { columns: list(object({ imageUrl: https, action }), 10) },
};

const IMAGEMAP_ACTIONS: Kinds = {
  uri: {
    linkUri: { is: 'url', max: 1000, schemes: ['http:', 'https:', 'line:', 'tel:'] },
    'label?': text(100),
    area,
  },
  message: { text: text(400), 'label?': text(100), area },
  clipboard: { clipboardText: text(1000), 'label?': text(100), area },
};

const FLEX: Kinds = {
  // The components inside are the simulator's to draw; the vendor's own size limit is what is checked here.
  bubble: {
    'size?': oneOf('nano', 'micro', 'deca', 'hecto', 'kilo', 'mega', 'giga'),
    'direction?': oneOf('ltr', 'rtl'),
    'styles?': { is: 'open', bytes: 30_720 },
    'header?': { is: 'open', bytes: 30_720 },
    'hero?': { is: 'open', bytes: 30_720 },
    'body?': { is: 'open', bytes: 30_720 },
    'footer?': { is: 'open', bytes: 30_720 },
    'action?': action,
  },
  carousel: { contents: list({ is: 'open', bytes: 30_720 }, 12) },
};

export const MESSAGES: Kinds = {
  text: {
    ...common,
    ...quoting,
    text: text(5000),
    'emojis?': list(object({ index: number, productId: text(100), emojiId: text(100) }), 20),
  },
  textV2: { ...common, ...quoting, text: text(5000), 'substitution?': { is: 'open', bytes: 50_000 } },
  sticker: { ...common, ...quoting, packageId: text(20), stickerId: text(20) },
  image: { ...common, originalContentUrl: https, previewImageUrl: https },
  video: { ...common, originalContentUrl: https, previewImageUrl: https, 'trackingId?': text(100) },
  audio: { ...common, originalContentUrl: https, duration: { is: 'number', from: 1 } },
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
    baseSize: object({ width: oneOf(1040), height: number }),
    actions: list({ is: 'kind', of: () => IMAGEMAP_ACTIONS }, 50, 0),
    'video?': { is: 'open', bytes: 10_000 },
  },
  template: { ...common, altText: text(1500), template: { is: 'kind', of: () => TEMPLATES } },
  flex: { ...common, altText: text(1500), contents: { is: 'kind', of: () => FLEX } },
};
