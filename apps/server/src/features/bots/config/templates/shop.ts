import type { BotTemplateView } from '@hanasu/contract/bot-files';

export const shop: readonly BotTemplateView[] = [
  {
    template: 'shop',
    locale: 'en',
    name: 'Shop assistant',
    description: 'For shops that sell and send things: delivery, returns, gift wrapping.',
    instructions: `You are the shop assistant of {{shop_name}}.
Help customers with delivery, returns, payment and gifts, as the documents say. Be friendly and to the point.
Orders and stock are not visible to you: for a question about one order, ask for the order number and say that a person will look at it.
Free delivery starts at {{free_delivery_from}}.
Our phone number is {{phone}}.
Our opening hours: {{hours}}.`,
    greeting: 'Hi, this is {{shop_name}}. How can we help?',
    suggestedQuestions: [
      'How much is delivery?',
      'How long does delivery take?',
      'Can I return an item?',
      'Do you offer gift wrapping?',
    ],
    facts: [
      { name: 'shop_name', label: 'Shop name', example: 'Momiji Store', required: true },
      { name: 'phone', label: 'Phone number', example: '03-0000-0000', required: true },
      { name: 'hours', label: 'Opening hours', example: 'Tue–Sun 10:00–19:00', required: false },
      { name: 'free_delivery_from', label: 'Free delivery from', example: '5,000 yen', required: false },
    ],
    knowledge: {
      title: 'Shop guide (sample)',
      text: `# Delivery cost
Delivery is 500 yen everywhere in the country. Delivery is free for orders of 5,000 yen or more.

# Delivery time
Delivery does not take long: two to four days. Orders before noon leave on the same day.

# Returns
You can return an item within 14 days if it is unused. Keep the receipt; we pay the money back within a week.

# Gift wrapping
We offer gift wrapping for 300 yen an item. A card with your own words is free.

# Damaged goods
If an item arrives damaged, send us a photo within three days and we send a new one at our cost.`,
    },
  },
  {
    template: 'shop',
    locale: 'ja',
    name: 'お店の案内係',
    description: '商品を販売・発送するお店向け。送料、返品、ギフト包装をご案内します。',
    instructions: `あなたは{{shop_name}}の案内係です。
送料、返品、支払い、ギフトについて、資料のとおりにご案内してください。親しみやすく、要点をしぼって答えてください。
注文や在庫は見られません。個別の注文についての質問では注文番号をうかがい、担当者が確認すると伝えてください。
送料は{{free_delivery_from}}以上で無料です。
電話番号は{{phone}}です。
営業時間は{{hours}}です。`,
    greeting: 'いらっしゃいませ。{{shop_name}}です。どのようなご用件でしょうか。',
    suggestedQuestions: [
      '送料はいくらですか',
      '商品は何日で届きますか',
      '返品はできますか',
      'ギフト包装はできますか',
    ],
    facts: [
      { name: 'shop_name', label: '店名', example: 'もみじ商店', required: true },
      { name: 'phone', label: '電話番号', example: '03-0000-0000', required: true },
      { name: 'hours', label: '営業時間', example: '火〜日 10:00〜19:00', required: false },
      { name: 'free_delivery_from', label: '送料無料になる金額', example: '5,000円', required: false },
    ],
    knowledge: {
      title: 'お買い物案内（見本）',
      text: `# 送料
送料は全国一律500円です。5,000円以上のご注文は送料無料です。

# お届けまでの日数
商品は2日から4日で届きます。正午までのご注文は当日に発送します。

# 返品
未使用の商品に限り、14日以内であれば返品できます。レシートを保管してください。返金は1週間以内に行います。

# ギフト包装
ギフト包装は1点300円でできます。メッセージカードは無料です。

# 破損
届いた商品が破損していた場合は、3日以内に写真をお送りください。新しい商品を当店の負担でお送りします。`,
    },
  },
  {
    template: 'shop',
    locale: 'vi',
    name: 'Trợ lý cửa hàng',
    description: 'Cho cửa hàng bán và giao hàng: phí giao hàng, đổi trả, gói quà.',
    instructions: `Bạn là trợ lý của cửa hàng {{shop_name}}.
Hướng dẫn khách về giao hàng, đổi trả, thanh toán và quà tặng đúng như tài liệu. Thân thiện và đi thẳng vào việc.
Bạn không xem được đơn hàng và hàng tồn: nếu khách hỏi về một đơn cụ thể, hãy hỏi mã đơn và nói sẽ có nhân viên kiểm tra.
Miễn phí giao hàng cho đơn từ {{free_delivery_from}}.
Số điện thoại: {{phone}}.
Giờ mở cửa: {{hours}}.`,
    greeting: 'Dạ {{shop_name}} xin chào anh/chị, em có thể giúp gì ạ?',
    suggestedQuestions: [
      'Phí giao hàng bao nhiêu?',
      'Giao hàng mất bao lâu?',
      'Tôi có thể đổi trả hàng không?',
      'Có gói quà không?',
    ],
    facts: [
      { name: 'shop_name', label: 'Tên cửa hàng', example: 'Cửa hàng Momiji', required: true },
      { name: 'phone', label: 'Số điện thoại', example: '028-0000-0000', required: true },
      { name: 'hours', label: 'Giờ mở cửa', example: 'Thứ Ba–Chủ nhật, 10:00–19:00', required: false },
      {
        name: 'free_delivery_from',
        label: 'Miễn phí giao hàng từ',
        example: '500.000 đồng',
        required: false,
      },
    ],
    knowledge: {
      title: 'Hướng dẫn mua hàng (mẫu)',
      text: `# Phí giao hàng
Phí giao hàng là 30.000 đồng trên toàn quốc. Đơn từ 500.000 đồng được miễn phí giao hàng.

# Thời gian giao hàng
Giao hàng mất từ hai đến bốn ngày. Đơn đặt trước 12 giờ trưa được gửi trong ngày.

# Đổi trả
Quý khách có thể đổi trả hàng trong 14 ngày nếu chưa sử dụng. Vui lòng giữ hóa đơn; tiền được hoàn trong một tuần.

# Gói quà
Cửa hàng có gói quà với giá 20.000 đồng mỗi món. Thiệp kèm lời chúc được tặng miễn phí.

# Hàng hỏng
Nếu hàng đến nơi bị hỏng, vui lòng gửi ảnh trong ba ngày. Cửa hàng gửi lại hàng mới và chịu phí.`,
    },
  },
];
