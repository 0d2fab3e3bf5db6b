import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const notifications = {
  events: {
    new_chat: 'Hội thoại mới',
    waiting: 'Có khách đang chờ',
    assigned: 'Bạn được phân công một hội thoại',
    mention: 'Có người nhắc đến bạn trong ghi chú',
    late: 'Hội thoại quá hạn',
    channel_failed: 'Kênh gặp sự cố',
    balance_low: 'Số dư token sắp hết',
    tokens_expiring: 'Token sắp hết hạn',
    budget_used: 'Ngân sách token',
    form_submitted: 'Có biểu mẫu được gửi',
    model_key_refused: 'API key mô hình không dùng được nữa',
    rule: 'Thông báo từ quy tắc tự động',
    rule_failed: 'Quy tắc tự động cần được kiểm tra',
    broadcast_finished: 'Tin gửi hàng loạt đã gửi xong',
    broadcast_failed: 'Tin gửi hàng loạt cần được kiểm tra',
    post_failed: 'Không đăng được bài viết',
  },
  tokensLeft: 'Còn {{tokens}} token.',
  tokensExpiring: '{{tokens}} token hết hạn vào {{date}}.',
  budgetUsed: {
    day: 'Đã dùng {{share}} ngân sách token hôm nay.',
    month: 'Đã dùng {{share}} ngân sách token tháng này.',
  },
  budgetAhead: {
    warn: 'Khi hết ngân sách, không có gì bị dừng.',
    cheaper:
      'Bot nào có mô hình tiết kiệm đang trả lời bằng mô hình đó. Khi hết ngân sách, các bot sẽ tạm dừng.',
    builtin: 'Khi hết ngân sách, mô hình có sẵn sẽ trả lời.',
    pause: 'Khi hết ngân sách, bot tạm dừng: chỉ dùng hỏi–đáp soạn sẵn, các câu hỏi khác chờ nhân viên.',
    refuse: 'Khi hết ngân sách, lệnh gọi bằng khóa này bị từ chối.',
  },
  budgetSentences: '{{used}} {{ahead}}',
  budgetReached: {
    warn: 'Ngân sách token đã hết. Không có gì bị dừng.',
    builtin: 'Ngân sách token đã hết. Mô hình có sẵn trả lời cho đến kỳ sau.',
    pause:
      'Ngân sách token đã hết. Cho đến kỳ sau, bot chỉ dùng hỏi–đáp soạn sẵn; các câu hỏi khác chờ nhân viên.',
    refuse: 'Ngân sách token đã hết. Lệnh gọi bằng khóa này bị từ chối cho đến kỳ sau.',
  },
  budgetShort: {
    builtin: 'Ngân sách token còn lại không đủ cho một số câu hỏi. Mô hình có sẵn sẽ trả lời các câu đó.',
    pause:
      'Ngân sách token còn lại không đủ cho một số câu hỏi. Các câu đó chỉ được hỏi–đáp soạn sẵn hoặc chờ nhân viên.',
    refuse: 'Ngân sách token còn lại không đủ cho một số lệnh gọi bằng khóa này. Chúng bị từ chối.',
  },
  peopleSent: 'Đã gửi cho {{people}} người.',
  broadcastTroubles: {
    quota_short: 'Hạn mức tin nhắn tháng này đã hết hoặc được dành cho đội của bạn.',
    credentials_rejected: 'Thông tin xác thực của một kênh không còn được chấp nhận.',
    payment_needed: 'Nền tảng yêu cầu thanh toán trước.',
    message_invalid: 'Nền tảng không chấp nhận tin nhắn này.',
    not_ready: 'Không thể bắt đầu đúng giờ: hãy xem lại đối tượng nhận, tin nhắn và kênh.',
    winner_wanted: 'Thử nghiệm A/B đã gửi xong. Hãy chọn phiên bản cho những người còn lại.',
  },
  postFailures: {
    post_incomplete: 'Đến giờ đăng, bài viết chưa có tiêu đề hoặc nội dung.',
    email_unconfirmed: 'Địa chỉ email của chủ sở hữu chưa được xác nhận.',
    account_suspended: 'Đến giờ đăng, tài khoản đang bị khóa.',
    taken_down: 'Quản trị viên máy chủ đã gỡ bài viết này.',
    publishing_failed: 'Đã xảy ra lỗi trên máy chủ.',
  },
  ruleTroubles: {
    broken: 'Một phần của quy tắc đã bị xóa hoặc lưu trữ nên quy tắc không hoạt động.',
    failed: 'Có thao tác không thực hiện được. Hãy xem lịch sử.',
  },
  troubles: {
    lapsing: 'Quyền truy cập sắp hết hạn. Hãy kết nối lại kênh.',
    lost: 'Quyền truy cập đã mất. Hãy kết nối lại kênh.',
    suspended:
      'Nhà cung cấp đã tạm khóa Official Account này: không nhận và không gửi được tin nhắn cho đến khi được mở lại.',
    credentials_rejected: 'Nhà cung cấp không còn chấp nhận thông tin xác thực.',
    payment_needed: 'Nhà cung cấp yêu cầu thanh toán trước.',
    webhook_failed: 'Nhà cung cấp không gửi được tin nhắn đến webhook.',
    renewal_failing: 'Hiện chưa gia hạn được quyền truy cập. Hanasu vẫn đang thử lại.',
    token_refused:
      'Nhà cung cấp không còn chấp nhận token đã lưu. Tin nhắn đang được gửi bằng token ngắn hạn.',
    secret_wrong:
      'Khóa bí mật của kênh đã đổi ở nhà cung cấp nên không nhận được tin nhắn. Hãy lưu khóa mới.',
    menus_left: 'Không gỡ được rich menu khỏi nền tảng. Hãy kết nối lại Official Account rồi xóa kênh.',
  },
} as const satisfies WordsLike<typeof english.notifications>;
