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

it('converts old fonts of runs and of list styles, decodes control characters and reads groups', async () => {
  const run = (face: string, text: string) =>
    `<a:r><a:rPr><a:latin typeface="${face}"/></a:rPr><a:t>${text}</a:t></a:r>`;
  const old = `<p:sp><p:txBody><a:lstStyle><a:lvl1pPr><a:defRPr><a:latin typeface=".VnTime"/></a:defRPr></a:lvl1pPr></a:lstStyle><a:p><a:r><a:t>Gi¸ vÐ</a:t></a:r></a:p></p:txBody></p:sp>`;
  const mixed = `<p:sp><p:txBody><a:p>${run('VNI-Times', 'Môû cö')}${run('VNI-Times', 'ûa')}${run('Arial', ' à la')}</a:p></p:txBody></p:sp>`;
  const shapes = `<p:grpSp>${old}<p:grpSp>${mixed}</p:grpSp></p:grpSp>${slideShape('', ['1行目_x000B_2行目'])}`;
  const { text, warnings } = await readSample('a.pptx', buildPptx([{ shapes }]));
  expect(text).toBe('Giá vé\n\nMở cửa à la\n\n1行目\n2行目');
  expect(warnings).toEqual([]);
});

it('says that words of pictures and of other programs were not read', async () => {
  const { warnings } = await readSample(
    'a.pptx',
    buildPptx([{ shapes: `${slideShape('', ['Menu'])}<p:pic/><p:oleObj/>` }]),
  );
  expect(warnings).toEqual(['little_text', 'unread_objects']);
});

it('reads links of runs, shapes and pictures, raised text and mathematics', async () => {
  const run = (text: string, properties = '') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`;
  const link = '<a:rPr><a:hlinkClick r:id="link1"/></a:rPr>';
  const shape = (paragraph: string, click = '') =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="a">${click}</p:cNvPr></p:nvSpPr><p:txBody><a:p>${paragraph}</a:p></p:txBody></p:sp>`;
  const shapes = [
    shape(
      `${run('ご予約は')}${run('こち', link)}${run('ら', link)}${run('次へ', '<a:rPr><a:hlinkClick r:id="rId1" action="ppaction://hlinksldjump"/></a:rPr>')}`,
    ),
    shape(run('電話する'), '<a:hlinkClick r:id="link2"/>'),
    '<p:pic><p:nvPicPr><p:cNvPr id="3" name="b" descr="地図"><a:hlinkClick r:id="link1"/></p:cNvPr></p:nvPicPr></p:pic>',
    shape(
      `${run('10')}${run('1', '<a:rPr baseline="30000"/>')}${run('名 H')}${run('2', '<a:rPr baseline="-25000"/>')}${run('O')}`,
    ),
    shape(
      `${run('代金の')}<a14:m><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></a14:m>`,
    ),
  ];
  const links = ['https://shop.example/', 'tel:0120000555'];
  const { text } = await readSample('a.pptx', buildPptx([{ shapes: shapes.join(''), links }]));
  expect(text).toBe(
    'ご予約は[こちら](https://shop.example/)次へ\n\n[電話する](tel:0120000555)\n\n[地図](https://shop.example/)\n\n10¹名 H₂O\n\n代金の1/2',
  );
});
