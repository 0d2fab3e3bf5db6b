/** Of the sets that accounts may send (the vendor's list of stickers), the most useful of each. */
const SETS = [
  { packageId: '446', from: 1988, to: 2007 },
  { packageId: '789', from: 10855, to: 10870 },
  { packageId: '11537', from: 52002734, to: 52002753 },
] as const;

export const stickers = SETS.flatMap(({ packageId, from, to }) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const stickerId = String(from + index);
    return {
      packageId,
      stickerId,
      pictureUrl: `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`,
    };
  }),
);
