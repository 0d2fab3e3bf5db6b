import { expect, it } from 'vitest';
import { buildPptx, slideShape } from '../testing/office-builder.ts';
import { readSample } from '../testing/read-sample.ts';

const table =
  '<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Gói</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Giá</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>A</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>1</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>';

it('reads slides as pages with title, points, tables and notes, without hidden ones', async () => {
  const bytes = buildPptx(
    [
      {
        shapes: slideShape('body', ['営業は9時から', '土日は休み']) + slideShape('title', ['営業時間']),
        notes: '祝日も休み',
      },
      { shapes: slideShape('title', ['Secret']), hidden: true },
      {
        shapes:
          slideShape('ctrTitle', ['Bảng giá']) +
          table +
          slideShape('', ['Free text']) +
          slideShape('sldNum', ['3']),
      },
    ],
    '案内',
  );
  const { text, title, pages } = await readSample('a.pptx', bytes);
  expect(title).toBe('案内');
  expect(text).toBe(
    '## 営業時間\n\n- 営業は9時から\n- 土日は休み\n\n> 祝日も休み\n\n## Bảng giá\n\n| Gói | Giá |\n| --- | --- |\n| A | 1 |\n\nFree text',
  );
  expect(pages?.map(({ start, end }) => text.slice(start, end).trim().split('\n')[0])).toEqual([
    '## 営業時間',
    '',
    '## Bảng giá',
  ]);
});
