import { HANDBOOK_NAME } from '../../e2e/support/handbook.ts';
import type { AskedQuestion } from './asked.ts';

/** Questions by the name of the document that they are asked of. */
type HeldOut = Readonly<Record<string, readonly AskedQuestion[]>>;

/** Written before the engine was asked any of them; weaknesses that they showed were mended afterwards. */
export const firstHeldOut: HeldOut = {
  'clinic.pdf': [
    { ask: '祝日は診てもらえますか', facts: ['水・祝', '休診'] },
    { ask: '狂犬病の注射はおいくらですか', facts: ['3,650円'] },
    { ask: '料金表を見せてください', facts: ['初診料', '1,650円', '再診料', '混合ワクチン', '27,500円'] },
    { ask: 'お正月に犬を預かってもらえますか', facts: ['12月30日〜1月3日'] },
    { ask: '犬のしつけ教室はありますか', facts: null },
  ],
  'shop.md': [
    { ask: '届いた商品が不良品でした。返送料は誰が払いますか', facts: ['当店が負担'] },
    { ask: '80サイズの荷物は何日で届きますか', facts: ['翌日〜2日'] },
    { ask: 'メッセージカードは付けられますか', facts: ['無料'] },
    { ask: 'アルバイトを募集していますか', facts: null },
  ],
  'riverside-handbook.docx': [
    { ask: 'What time do you close on Friday?', facts: ['20:30'] },
    { ask: 'How much is the kids’ club per month?', facts: ['$65'] },
    {
      ask: 'Could you send me the dates of all terms?',
      facts: ['January 11', 'April 19', 'September 6', 'December 10'],
    },
    { ask: 'I can’t come to my lesson tomorrow, what should I do?', facts: ['four weeks'] },
    { ask: 'When does the autumn term end?', facts: ['December 10'] },
    { ask: 'How much is the deposit?', facts: ['$50'] },
    { ask: 'Do your teachers come from Canada?', facts: null },
    { ask: 'What will the weather be like tomorrow?', facts: null },
  ],
  'quan-hoa-sen.xlsx': [
    { ask: 'Cà phê sữa đá giá bao nhiêu ạ?', facts: ['29.000đ'] },
    { ask: 'tối thứ bảy quán đóng cửa lúc mấy giờ', facts: ['23:00'] },
    { ask: 'Cho em xem giờ mở cửa các ngày với ạ', facts: ['6:30–14:00', '17:00–22:00', '16:30–23:00'] },
    { ask: 'Đơn 400 nghìn có được miễn phí giao hàng không?', facts: ['300.000đ'] },
    { ask: 'nem ran bao nhieu tien 1 phan', facts: ['45.000đ'] },
    { ask: 'Có tô phở bò lớn không?', facts: ['80.000đ'] },
    { ask: 'Quán có tuyển nhân viên không?', facts: null },
    { ask: 'Hôm nay giá vàng bao nhiêu?', facts: null },
  ],
  [HANDBOOK_NAME]: [
    { ask: '大浴場は朝何時からですか', facts: ['午前6時'] },
    { ask: '近くにおいしいラーメン屋はありますか', facts: null },
    { ask: 'Where can I leave my car?', facts: ['behind the inn'] },
    { ask: 'Until when is breakfast served?', facts: ['9:30'] },
    { ask: 'Is there a gym?', facts: null },
    { ask: 'Chuyến xe đưa đón cuối cùng từ ga là mấy giờ?', facts: ['18 giờ'] },
    { ask: 'Mình hủy phòng trước năm ngày thì có mất tiền không?', facts: ['hoàn lại toàn bộ'] },
    { ask: 'Khách sạn có hồ bơi không?', facts: null },
  ],
};

/** Written on the same day as the first ones, and asked only after the engine had been mended by those. */
export const secondHeldOut: HeldOut = {
  'clinic.pdf': [
    { ask: '平日の午後は何時から診察していますか', facts: ['16:00〜19:30'] },
    { ask: '火曜の朝は何時に開きますか', facts: ['9:15〜12:00'] },
    { ask: '初めて行くのですが、何分前に着けばいいですか', facts: ['10分ほど早め'] },
    { ask: '大型犬を一泊預けるといくらですか', facts: ['6,600円'] },
    { ask: '駅から歩いてどのくらいですか', facts: ['徒歩5分'] },
    { ask: '人間の風邪も診てもらえますか', facts: null },
  ],
  'shop.md': [
    { ask: '離島への配送は何日かかりますか', facts: ['4〜7日'] },
    { ask: 'サイズごとの送料の一覧をください', facts: ['500円', '700円', '950円', '1,500円'] },
    { ask: '楽天ペイで払えますか', facts: null },
  ],
  'riverside-handbook.docx': [
    { ask: 'How much does evening English cost?', facts: ['$120'] },
    { ask: 'Which documents must I bring to enrol?', facts: ['passport', 'photo'] },
    { ask: 'Are you open on public holidays?', facts: ['closed'] },
    { ask: 'Do brothers pay less?', facts: ['10 %'] },
    { ask: 'Can you show me the list of fees?', facts: ['$120', '$480', '$140', '$65'] },
    { ask: 'How many children are in the club?', facts: ['five'] },
    { ask: 'Can I pay by credit card?', facts: null },
    { ask: 'Who won the football match yesterday?', facts: null },
  ],
  'quan-hoa-sen.xlsx': [
    { ask: 'Trà đá mấy tiền?', facts: ['5.000đ'] },
    { ask: 'Sáng chủ nhật mở cửa lúc mấy giờ?', facts: ['6:30–14:30'] },
    { ask: 'bun cha gia sao shop', facts: ['70.000đ'] },
    { ask: 'Nhà mình cách quán 4 km có giao không?', facts: ['5 km'] },
    { ask: 'Gửi xe máy có mất phí không?', facts: ['Xe máy miễn phí'] },
    { ask: 'Cho xin bảng giá các món', facts: ['65.000đ', '60.000đ', '70.000đ', '5.000đ'] },
    { ask: 'Mùng 3 Tết quán có mở cửa không?', facts: ['mùng 4'] },
    { ask: 'Quán có chỗ chơi cho trẻ em không?', facts: null },
    { ask: 'Hôm nay thời tiết thế nào?', facts: null },
  ],
  [HANDBOOK_NAME]: [
    { ask: '貸切風呂は予約が必要ですか', facts: ['予約制'] },
    { ask: 'Wi-Fiのパスワードを教えてください', facts: null },
    { ask: 'How many cars fit behind the inn?', facts: ['twelve'] },
    { ask: 'Can I get breakfast without meat?', facts: ['ordered the day before'] },
    { ask: 'Do you rent bicycles?', facts: null },
    { ask: 'Xe đưa đón bắt đầu chạy lúc mấy giờ?', facts: ['14 giờ'] },
    { ask: 'Phòng đôi giá bao nhiêu một đêm?', facts: null },
  ],
};
