import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const budgets = {
  title: 'Ngân sách token',
  open: 'Mở ngân sách',
  text: 'Ngân sách giới hạn số token mà tài khoản, hoặc câu trả lời của một bot hay một API key, được dùng mỗi ngày hay mỗi tháng, và quy định điều gì xảy ra khi chạm giới hạn.',
  empty: 'Chưa có ngân sách nào',
  emptyText:
    'Đặt giới hạn theo ngày hoặc theo tháng để những ngày đông khách không dùng quá số token bạn dự tính. Bạn được báo trước khi chạm giới hạn.',
  noneOfTarget: 'Chưa có ngân sách',
  account: 'Toàn bộ tài khoản',
  bot: 'Bot: {{name}}',
  key: 'API key: {{name}}',
  periods: { day: 'Mỗi ngày', month: 'Mỗi tháng' },
  used: '{{spent}}/{{limit}} token ({{share}})',
  facts: {
    day: 'ngân sách theo ngày: {{spent}}/{{limit}} ({{share}}), khi chạm giới hạn: {{action}}',
    month: 'ngân sách theo tháng: {{spent}}/{{limit}} ({{share}}), khi chạm giới hạn: {{action}}',
  },
  levels: { near: 'Đã đạt {{share}}', short: 'Sắp hết', reached: 'Đã chạm giới hạn' },
  attention: 'Ngân sách token ({{name}}): {{level}}',
  more_other: 'Còn {{count}} ngân sách khác.',
  startsAgain: 'Kỳ tiếp theo bắt đầu: {{time}}',
  effects: {
    warns: 'Báo cho chủ sở hữu và quản trị viên khi đạt {{warning}}.',
    warned: 'Đã báo cho chủ sở hữu và quản trị viên.',
    economyFrom: 'Từ {{warning}}, mô hình tiết kiệm sẽ trả lời.',
    economyFromSome: 'Từ {{warning}}, bot nào có mô hình tiết kiệm sẽ trả lời bằng mô hình đó.',
    economyNow: 'Mô hình tiết kiệm đang trả lời.',
    economyNowSome: 'Bot nào có mô hình tiết kiệm đang trả lời bằng mô hình đó.',
    economyNowBot: 'Mô hình tiết kiệm đang trả lời.',
    limitWarn: 'Khi chạm giới hạn, không có gì bị dừng.',
    limitBuiltin: 'Khi chạm giới hạn, mô hình có sẵn sẽ trả lời và không tốn token.',
    limitPause:
      'Khi chạm giới hạn, các bot tạm dừng: chỉ dùng hỏi–đáp soạn sẵn, các câu hỏi khác chờ nhân viên.',
    limitPauseBot:
      'Khi chạm giới hạn, bot này tạm dừng: chỉ dùng hỏi–đáp soạn sẵn, các câu hỏi khác chờ nhân viên.',
    limitPauseKey: 'Khi chạm giới hạn, lệnh gọi bằng khóa này bị từ chối (mã 429).',
    reachedWarn: 'Đã chạm giới hạn; không có gì bị dừng.',
    reachedBuiltin: 'Mô hình có sẵn trả lời đến {{time}}.',
    reachedPause: 'Tạm dừng đến {{time}}: chỉ dùng hỏi–đáp soạn sẵn, các câu hỏi khác chờ nhân viên.',
    reachedPauseKey: 'Tạm dừng đến {{time}}: lệnh gọi bằng khóa này bị từ chối (mã 429).',
    shortBuiltin: 'Số token còn lại không đủ cho một số câu hỏi. Mô hình có sẵn sẽ trả lời các câu đó.',
    shortPause:
      'Số token còn lại không đủ cho một số câu hỏi. Các câu đó chỉ được hỏi–đáp soạn sẵn hoặc chờ nhân viên.',
    shortPauseKey: 'Số token còn lại không đủ cho một số lệnh gọi bằng khóa này. Chúng bị từ chối (mã 429).',
  },
  precedence: {
    pause: 'Ngân sách “{{name}}” được ưu tiên: tạm dừng đến {{time}}.',
    builtin: 'Ngân sách “{{name}}” được ưu tiên: mô hình có sẵn trả lời đến {{time}}.',
    cheaper: 'Ngân sách “{{name}}” được ưu tiên: mô hình tiết kiệm trả lời.',
    exceptions: 'Ngân sách chặt hơn được ưu tiên cho: {{names}}.',
  },
  noEconomy: {
    title_other: '{{count}} bot chưa có mô hình tiết kiệm dùng được',
    text: 'Bot vẫn dùng mô hình của mình cho đến giới hạn nên không tiết kiệm được. Hãy chọn mô hình tiết kiệm ở mục “Mô hình” của bot rồi xuất bản:',
    more_other: 'và {{count}} bot khác',
  },
  add: 'Thêm ngân sách',
  addTitle: 'Ngân sách mới',
  added: 'Đã thêm ngân sách',
  edit: 'Sửa ngân sách: {{name}}',
  editTitle: 'Sửa ngân sách',
  for: 'Ngân sách này dành cho',
  kinds: { account: 'Toàn bộ tài khoản', bot: 'Một bot', key: 'Một API key' },
  which: { bot: 'Chọn bot', key: 'Chọn API key' },
  choose: 'Hãy chọn',
  none: { bot: 'Không tìm thấy bot nào', key: 'Không tìm thấy API key nào' },
  period: 'Kỳ ngân sách',
  periodHelp: 'Tính theo ngày và tháng dương lịch trong múi giờ của tài khoản: {{zone}}.',
  limit: 'Giới hạn (token)',
  limitHelp:
    'Tính cả số token đã dùng trong kỳ này. Lệnh gọi bằng API key mô hình riêng của bạn không tốn token nên không được tính.',
  usedSoFar: {
    day: 'Hôm nay đã dùng {{spent}} token.',
    month: 'Tháng này đã dùng {{spent}} token.',
  },
  answerCosts: 'Một câu trả lời tốn khoảng {{tokens}} token.',
  belowAnswer:
    'Giới hạn thấp hơn chi phí của một câu trả lời (khoảng {{tokens}} token): câu trả lời có thể bị ngắt giữa chừng hoặc không có.',
  exceeded: {
    title: 'Đã chạm giới hạn này',
    day: 'Hôm nay đã dùng {{spent}} token, giới hạn là {{limit}}. Ngay khi bạn lưu:',
    month: 'Tháng này đã dùng {{spent}} token, giới hạn là {{limit}}. Ngay khi bạn lưu:',
    save: 'Vẫn lưu',
  },
  action: 'Cách xử lý',
  precedenceHelp:
    'Khi một bot chịu nhiều ngân sách đã chạm giới hạn, cách xử lý chặt nhất được áp dụng: tạm dừng, rồi mô hình có sẵn, rồi mô hình tiết kiệm.',
  actions: {
    warn: 'Chỉ cảnh báo',
    cheaper: 'Mô hình tiết kiệm',
    builtin: 'Mô hình có sẵn',
    pause: 'Tạm dừng',
  },
  actionHelp: {
    warn: 'Như mọi ngân sách, chủ sở hữu và quản trị viên được báo ở mức {{warning}} và khi chạm giới hạn. Không có gì bị dừng.',
    cheaper:
      'Từ {{warning}}, các bot trả lời bằng mô hình tiết kiệm; khi chạm giới hạn, chúng tạm dừng. Bot chưa có mô hình tiết kiệm vẫn dùng mô hình của mình cho đến giới hạn. Chọn mô hình này ở mục “Mô hình” khi sửa bot.',
    builtin: 'Khi chạm giới hạn, mô hình có sẵn trả lời bằng cách trích tài liệu của bạn và không tốn token.',
    pause: 'Khi chạm giới hạn, bot chỉ dùng hỏi–đáp soạn sẵn; các câu hỏi khác chờ nhân viên.',
  },
  exists: {
    day: 'Đối tượng này đã có ngân sách theo ngày. Hãy sửa ngân sách đó hoặc chọn kỳ khác.',
    month: 'Đối tượng này đã có ngân sách theo tháng. Hãy sửa ngân sách đó hoặc chọn kỳ khác.',
  },
  raise: 'Tăng giới hạn',
  raiseOf: 'Tăng giới hạn: {{name}}',
  remove: 'Xóa',
  removeOf: 'Xóa ngân sách: {{name}}',
  removeTitle: {
    day: 'Xóa ngân sách theo ngày của “{{name}}”?',
    month: 'Xóa ngân sách theo tháng của “{{name}}”?',
  },
  removeText: 'Giới hạn hết hiệu lực ngay. Số dư token không đổi.',
  removed: 'Đã xóa ngân sách',
} as const satisfies WordsLike<typeof english.budgets>;
