import type { WordsLike } from '../../../../i18n/words.ts';
import type { words as english } from './en.ts';

export const words = {
  links: {
    manager: 'Zalo OA Manager',
    console: 'Zalo for Developers',
  },
  steps: {
    open: {
      title: 'Tạo ứng dụng trên Zalo',
      items: {
        account: 'Bạn cần một Official Account đã xác thực và dùng gói trả phí. Xem tại đây:',
        create: 'Trong trang quản lý, chọn “Thêm ứng dụng mới”, đặt tên và bấm “Kích hoạt”:',
        product:
          'Trong ứng dụng, mục “Official Account”, hãy liên kết ứng dụng với Official Account của bạn.',
        domain: 'Ở mục “Xác thực domain”, hãy xác thực tên miền của máy chủ này.',
      },
    },
    callback: {
      title: 'Dán địa chỉ callback và chọn các quyền',
      text: 'Trong ứng dụng: Official Account → “Thiết lập chung” → “Official Account Callback Url”.',
      label: 'Địa chỉ callback',
      note: 'Chọn tất cả các nhóm quyền trên cùng trang rồi lưu. Nếu sau này đổi địa chỉ hoặc quyền, quyền truy cập sẽ mất hiệu lực và bạn phải kết nối lại.',
    },
    copy: {
      title: 'Sao chép các giá trị của ứng dụng',
      text: 'Tất cả đều nằm ở trang “Cài đặt” của ứng dụng.',
    },
    after: {
      title: 'Khi quay lại: thiết lập webhook',
      text: 'Sau khi cho phép, bạn sẽ quay lại đây và thấy kênh cùng địa chỉ webhook của kênh.',
      items: {
        paste:
          'Trang quản lý → Webhook → dán địa chỉ webhook hiện trên trang của kênh rồi lưu. Zalo sẽ kiểm tra ngay. Mọi Official Account của ứng dụng này được kết nối tại đây dùng chung địa chỉ đó.',
        tick: 'Trên cùng trang, hãy bật lần lượt các sự kiện sau:',
        filter: 'Không bật bộ lọc cú pháp (chỉ nhận tin nhắn bắt đầu bằng #).',
        autoReply: 'Trong Zalo OA Manager, hãy tắt tin nhắn trả lời tự động để chỉ bot của bạn trả lời.',
      },
    },
  },
  fields: {
    appId: {
      label: 'ID ứng dụng',
      where: 'Chỉ gồm chữ số, ở đầu trang.',
      shape: 'Chỉ gồm chữ số, ít nhất 10 chữ số.',
    },
    appSecret: {
      label: 'Khóa bí mật của ứng dụng',
      where: 'Bấm nút sao chép bên cạnh “Khóa bí mật của ứng dụng”.',
      shape: 'Quá ngắn. Hãy sao chép lại bằng nút sao chép.',
    },
    webhookSecret: {
      label: 'OA Secret Key (không bắt buộc)',
      where:
        'Ở trang “Webhook” của ứng dụng; mã này hiện ra sau khi đã lưu địa chỉ webhook. Để trống nếu giống với khóa bí mật.',
      shape: 'Quá ngắn. Hãy sao chép lại hoặc để trống.',
    },
  },
  whatHappens: 'Bạn sẽ sang Zalo, cho phép với tư cách quản trị viên của Official Account rồi quay lại.',
  connect: 'Tiếp tục sang Zalo',
  unreachable: {
    title: 'Zalo chưa truy cập được máy chủ này',
    text: 'Zalo chỉ chấp nhận địa chỉ https trên tên miền đã xác thực. Hãy đặt máy chủ sau một địa chỉ https công khai và gán địa chỉ đó cho PUBLIC_URL. Kênh dùng thử không cần bước này.',
  },
} as const satisfies WordsLike<typeof english>;
