import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';

/** What a small inn tells its guests, on three pages in three languages. */
export const HANDBOOK_NAME = 'hanami-inn-handbook.pdf';

export const handbook = () =>
  Buffer.from(
    buildPdf({
      title: 'Hanami Inn Handbook',
      pages: [
        [
          { text: '花見旅館のご案内', size: 20 },
          { text: 'チェックイン', size: 15, above: 14 },
          'チェックインは午後3時から午後10時までです。',
          'お荷物は朝9時からフロントでお預かりします。',
          { text: '温泉', size: 15, above: 14 },
          '大浴場は午前6時から深夜0時までご利用いただけます。',
          '貸切風呂は予約制で、45分2,200円です。',
        ],
        [
          { text: 'Guide for guests', size: 20 },
          { text: 'Breakfast', size: 15, above: 14 },
          'Breakfast is served from 7:00 to 9:30 in the garden room.',
          'Vegetarian breakfast is available when ordered the day before.',
          { text: 'Parking', size: 15, above: 14 },
          'Parking is free for guests. There are twelve spaces behind the inn.',
        ],
        [
          { text: 'Hướng dẫn cho khách', size: 20 },
          { text: 'Hủy phòng', size: 15, above: 14 },
          'Khách hủy phòng trước ba ngày được hoàn lại toàn bộ tiền.',
          { text: 'Xe đưa đón', size: 15, above: 14 },
          'Xe đưa đón từ ga chạy mỗi giờ từ 14 giờ đến 18 giờ.',
        ],
      ],
    }),
  );
