import type { CustomerWords } from './en.ts';

const WEEKDAYS = ['Chủ Nhật', 'Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy'] as const;
const twoDigits = (part: number): string => String(part).padStart(2, '0');
const dayButton = (month: number, day: number, weekday: number): string =>
  `${weekday === 0 ? 'CN' : `T${weekday + 1}`}, ${twoDigits(day)}/${twoDigits(month)}`;
const dayNamed = (day: string, weekday: number): string => `${day} (${WEEKDAYS[weekday]})`;
/** The half of the day as people call it: from 6 in the evening it is "tối". */
function clock(hour: number, minute: number): string {
  const half = hour < 11 ? 'sáng' : hour < 13 ? 'trưa' : hour < 18 ? 'chiều' : 'tối';
  return `${hour % 12 || 12} giờ ${minute === 0 ? '' : `${twoDigits(minute)} `}${half}`;
}

const named = (shop: string): string => (shop ? `Dạ ${shop}` : 'Dạ bên em');

/** The shop says "em", the customer is "anh/chị". */
export const vietnameseWords: CustomerWords = {
  greetings: {
    friend: (shop) =>
      `${named(shop)} xin chào anh/chị, cảm ơn anh/chị đã kết bạn ạ. Anh/chị cần hỗ trợ gì cứ nhắn tại đây, trợ lý tự động trả lời ngay và nhân viên bên em hỗ trợ khi cần ạ.`,
    follower: (shop) =>
      `${named(shop)} cảm ơn anh/chị đã quan tâm ạ. Anh/chị cần hỗ trợ gì cứ nhắn cho em nhé.`,
    visitor: (shop) => `${named(shop)} xin chào anh/chị, em có thể giúp gì ạ?`,
    group: (shop) => `${named(shop)} xin chào cả nhà. Khi cần hỗ trợ, anh/chị nhắc tên em nhé.`,
  },
  hello: 'Dạ em chào anh/chị ạ. Anh/chị cần em hỗ trợ gì ạ?',
  thanks: 'Dạ không có gì ạ. Anh/chị cần thêm gì cứ nhắn em nhé.',
  bye: 'Dạ em cảm ơn anh/chị. Khi cần, anh/chị cứ nhắn em ạ.',

  notFound: 'Dạ nội dung này em chưa trả lời được ạ. Anh/chị nói rõ hơn giúp em nhé?',
  notFoundHandedOver:
    'Dạ nội dung này em cần kiểm tra lại ạ. Nhân viên bên em sẽ phản hồi anh/chị tại đây ạ.',
  notFoundClosed:
    'Dạ nội dung này em cần kiểm tra ạ. Nhân viên bên em sẽ phản hồi anh/chị tại đây từ {{opensAt}} ạ.',
  unable: 'Dạ hiện bên em chưa trả lời được ạ. Anh/chị vui lòng nhắn lại sau ít phút ạ.',
  unableHandedOver: 'Dạ hiện trợ lý tự động đang bận ạ. Nhân viên bên em sẽ trả lời anh/chị tại đây ạ.',
  received: 'Dạ em đã nhận được tin nhắn của anh/chị. Nhân viên bên em sẽ phản hồi tại đây ạ.',

  handedOver: 'Dạ vâng, em chuyển nhân viên hỗ trợ anh/chị tại đây ạ. Anh/chị chờ em một chút ạ.',
  closed:
    'Dạ hiện bên em đang ngoài giờ làm việc ạ. Nhân viên sẽ trả lời anh/chị từ {{opensAt}}. Trong lúc chờ, anh/chị cứ hỏi, trợ lý tự động trả lời ạ.',
  closedForHoliday: 'Dạ bên em nghỉ {{holiday}} ạ. Nhân viên sẽ trả lời anh/chị từ {{opensAt}} ạ.',
  away: 'Dạ hiện nhân viên bên em chưa trực ạ. Bên em sẽ trả lời anh/chị tại đây sau ạ.',
  givenBack: 'Dạ em cảm ơn anh/chị. Từ đây trợ lý tự động sẽ hỗ trợ tiếp ạ.',
  badRating: 'Dạ em xin lỗi vì chưa giúp được anh/chị. Nhân viên bên em sẽ xem lại và phản hồi tại đây ạ.',
  offerStaff: 'Gặp nhân viên',
  offerAssistant: 'Hỏi trợ lý tự động',

  fileReceived: 'Dạ em đã nhận được tệp ạ. Nhân viên bên em sẽ xem và phản hồi anh/chị tại đây ạ.',
  pictureReceived: 'Dạ em đã nhận được ảnh ạ. Nhân viên bên em sẽ xem và phản hồi anh/chị tại đây ạ.',
  voiceReceived: 'Dạ em đã nhận được tin thoại ạ. Nhân viên bên em sẽ nghe và phản hồi anh/chị tại đây ạ.',
  locationReceived: 'Dạ em đã nhận được vị trí ạ. Nhân viên bên em sẽ phản hồi anh/chị tại đây ạ.',
  pictureUnread:
    'Dạ em đã nhận được ảnh ạ. Trợ lý tự động chưa xem được ảnh, anh/chị mô tả bằng chữ giúp em ạ.',
  voiceUnread: 'Dạ em chưa nghe được tin thoại, anh/chị nhắn chữ giúp em ạ.',
  notOffered: 'Dạ mục này hiện không dùng được ạ, anh/chị nhắn nội dung cần hỗ trợ giúp em ạ.',
  unsupported: 'Dạ em chưa mở được loại tin này, anh/chị nhắn chữ giúp em ạ.',

  lead: 'Dạ em gửi anh/chị thông tin ạ:',
  unsureLead: 'Dạ có phải anh/chị hỏi về nội dung này không ạ?',
  bullet: '• ',
  source: 'Nguồn: ',
  sources: 'Nguồn: ',
  page: (page) => `, tr. ${page}`,
  betweenSources: ' · ',

  askSatisfaction:
    'Anh/chị có hài lòng với hỗ trợ của bên em không ạ? Anh/chị chọn từ 1 (chưa hài lòng) đến 5 (rất hài lòng) giúp em ạ.',
  thanksForGoodScore: 'Dạ em cảm ơn anh/chị. Anh/chị góp ý thêm giúp bên em được không ạ?',
  thanksForBadScore: 'Dạ em xin lỗi anh/chị. Bên em cần cải thiện điều gì, anh/chị góp ý giúp em ạ?',
  thanksForComment: 'Dạ em cảm ơn góp ý của anh/chị ạ.',

  unsubscribed: (word) =>
    `Dạ em đã ngừng gửi tin cho anh/chị. Anh/chị có câu hỏi thì em vẫn trả lời ạ. Muốn nhận tin trở lại, anh/chị nhắn “${word}” giúp em.`,
  subscribed: 'Dạ em cảm ơn anh/chị. Anh/chị sẽ lại nhận được tin của bên em ạ.',

  form: {
    invite: (title) => `Dạ anh/chị điền giúp em biểu mẫu này ạ: ${title}`,
    open: 'Mở biểu mẫu',
    send: 'Gửi',
    change: 'Sửa',
    back: 'Quay lại',
    skip: 'Bỏ qua',
    later: 'Để sau',
    cancel: 'Hủy',
    continue: 'Tiếp tục',
    yes: 'Có',
    no: 'Không',
    agree: 'Đồng ý',
    pickDay: 'Chọn ngày',
    pickTime: 'Chọn giờ',
    dayButton,
    dayNamed,
    clock,
    start: (minutes) =>
      `Dạ em xin hỏi anh/chị vài câu, khoảng ${minutes} phút ạ. Muốn dừng, anh/chị chọn “Hủy”.`,
    filled: (answers) => `Dạ em đã điền sẵn theo lời anh/chị ạ:\n${answers}`,
    tried: (begun) =>
      `Thử nghiệm: khi chat với khách, biểu mẫu sẽ bắt đầu từ đây. Chưa có gì được lưu.\n\n${begun}`,
    question: (number, of, question) => `${number}/${of}: ${question}`,
    day: (year, month, day) => `${day}/${month}/${year}`,
    oneOf: 'Anh/chị chọn một nút bên dưới hoặc nhắn số thứ tự giúp em ạ.',
    noSlots: 'Dạ hiện chưa còn giờ trống ạ.',
    several: 'Anh/chị có thể chọn nhiều mục, nhắn số thứ tự giúp em ạ (ví dụ “1, 3”).',
    scale: (from, to) => `Anh/chị chọn từ ${from} đến ${to} giúp em ạ.`,
    dayHint: (example) => `Anh/chị chọn ngày giúp em ạ (ví dụ ${example}).`,
    timeHint: 'Ví dụ 14:30 hoặc 2 giờ rưỡi chiều.',
    addressHint: 'Anh/chị cho em xin số nhà, đường, phường/xã, tỉnh/thành ạ.',
    files: (url) => `Dạ anh/chị gửi tệp ở trang này giúp em, trang có đầy đủ biểu mẫu ạ: ${url}`,
    sendFiles: (most) =>
      most === 1
        ? 'Dạ anh/chị gửi ảnh hoặc tệp PDF vào đây giúp em, tối đa 10 MB ạ.'
        : `Dạ anh/chị gửi ảnh hoặc tệp PDF vào đây giúp em, tối đa ${most} tệp, mỗi tệp 10 MB ạ.`,
    sendPictures: (most) =>
      most === 1
        ? 'Dạ anh/chị gửi ảnh vào đây giúp em, tối đa 10 MB ạ.'
        : `Dạ anh/chị gửi ảnh vào đây giúp em, tối đa ${most} ảnh, mỗi ảnh 10 MB ạ.`,
    fileCount: (count) => `${count} tệp`,
    fileDone: 'Xong',
    fileThanks: 'Dạ em nhận được rồi ạ, em cảm ơn anh/chị.',
    filesSoFar: (count, most) =>
      `Dạ em đã nhận ${count}/${most} tệp. Anh/chị gửi thêm hoặc chọn “Xong” giúp em ạ.`,
    fileReceiving: 'Dạ em đang nhận tệp, anh/chị chờ em một chút ạ.',
    fileType: 'Dạ ở đây em chỉ nhận được ảnh (JPEG, PNG, WebP, HEIC) và tệp PDF ạ.',
    pictureType: 'Dạ ở đây em chỉ nhận được ảnh (JPEG, PNG, WebP, HEIC) ạ.',
    fileTooLarge: 'Dạ tệp này lớn hơn 10 MB, anh/chị gửi tệp nhỏ hơn giúp em ạ.',
    fileInfected: 'Dạ tệp này có chứa mã độc nên em không nhận được ạ.',
    fileTooMany: (most) => `Dạ ở đây em chỉ nhận được ${most} tệp ạ, các tệp còn lại chưa được lưu.`,
    fileExtra: 'Dạ em đã nhận đủ tệp cho biểu mẫu nên tệp này chưa được thêm vào ạ.',
    fileNotHere: (url) => `Dạ em chưa nhận được tệp. Anh/chị gửi lại hoặc gửi ở trang này giúp em ạ: ${url}`,
    fileEmpty: 'Dạ tệp này trống, anh/chị gửi tệp khác giúp em ạ.',
    fileFull: 'Dạ hiện bên em hết dung lượng nhận tệp, anh/chị có thể điền tiếp không kèm tệp ạ.',
    fileUnchecked:
      'Dạ hiện em chưa kiểm tra được độ an toàn của tệp, anh/chị gửi lại sau vài phút giúp em ạ.',
    required: 'Dạ câu này bắt buộc ạ, anh/chị trả lời giúp em nhé.',
    notOption: 'Dạ anh/chị chọn một trong các nút bên dưới giúp em ạ.',
    notDay: (example) => `Dạ anh/chị nhập ngày giúp em, ví dụ ${example} ạ.`,
    dayFrom: (from, example) => `Dạ anh/chị nhập ngày từ ${from} trở đi, ví dụ ${example} ạ.`,
    dayUntil: (until) => `Dạ anh/chị chọn ngày không muộn hơn ${until} ạ.`,
    notTime: 'Dạ anh/chị nhập giờ giúp em, ví dụ “14:30” hoặc “2 giờ rưỡi chiều” ạ.',
    whichHalf: (morning, afternoon) => `Dạ anh/chị muốn ${morning} hay ${afternoon} ạ?`,
    understood: (answer) => `Dạ, ${answer} ạ.`,
    onPage: (url) => `Dạ anh/chị cũng có thể điền biểu mẫu ở trang này ạ: ${url}`,
    called:
      'Dạ em chưa hiểu được, em xin lỗi anh/chị. Nhân viên bên em sẽ hỗ trợ anh/chị tại đây. Các câu đã trả lời vẫn được lưu, anh/chị chọn “Tiếp tục” nếu muốn tự điền tiếp ạ.',
    notNumber: 'Dạ anh/chị nhập số không có dấu phân cách giúp em ạ, ví dụ 1500.',
    notWhole: 'Dạ anh/chị nhập số nguyên giúp em ạ.',
    least: (least) => `Dạ anh/chị nhập số từ ${least} trở lên ạ.`,
    most: (most) => `Dạ anh/chị nhập số không quá ${most} ạ.`,
    between: (least, most) => `Dạ anh/chị nhập số từ ${least} đến ${most} ạ.`,
    email: 'Dạ anh/chị kiểm tra lại email giúp em ạ.',
    phone: 'Dạ số điện thoại chưa đúng, anh/chị kiểm tra giúp em ạ.',
    tooLong: (most) => `Dạ anh/chị nhập tối đa ${most} ký tự ạ.`,
    pattern: 'Dạ anh/chị kiểm tra lại nội dung giúp em ạ.',
    tooMuch: 'Dạ tổng các câu trả lời dài quá, anh/chị rút ngắn câu này giúp em ạ.',
    tooFew: (least) => `Dạ anh/chị chọn ít nhất ${least} mục ạ.`,
    tooMany: (most) => `Dạ anh/chị chọn tối đa ${most} mục ạ.`,
    slotTaken: 'Dạ giờ này vừa có người đặt, anh/chị chọn giờ khác giúp em ạ.',
    slotOver: 'Dạ giờ này đã qua rồi, anh/chị chọn giờ khác giúp em ạ.',
    notAgreed: 'Dạ anh/chị cần đồng ý để tiếp tục ạ.',
    confirm: (summary) => `Dạ anh/chị xem lại giúp em:\n${summary}\n\nNhư vậy đúng chưa ạ?`,
    changeWhich: 'Dạ anh/chị muốn sửa mục số mấy ạ?',
    done: 'Dạ em đã nhận được thông tin. Nhân viên bên em sẽ xác nhận với anh/chị tại đây ạ.',
    cancelled: 'Dạ em đã hủy, chưa lưu thông tin nào ạ.',
    paused: 'Dạ em giữ câu trả lời trong 7 ngày. Anh/chị nhắn “Tiếp tục” để điền tiếp ạ.',
    closed: 'Dạ biểu mẫu này đã đóng ạ.',
    answered: 'Dạ anh/chị đã trả lời biểu mẫu này rồi ạ. Em cảm ơn anh/chị.',
    tooOften:
      'Dạ anh/chị đã gửi biểu mẫu này nhiều lần trong một giờ. Em vẫn giữ câu trả lời, anh/chị thử lại sau giúp em ạ.',
    over: 'Dạ câu hỏi đó đã kết thúc rồi ạ.',
    changed: (question, answer) => `Dạ em đã sửa: ${question} → ${answer}`,
  },

  detailsTitle: 'Thông tin của anh/chị',
  askDetails:
    'Dạ anh/chị cho em xin tên, số điện thoại và địa chỉ ạ. Bên em chỉ dùng để xử lý yêu cầu này ạ.',
};

const formallyNamed = (shop: string): string => shop || 'Chúng tôi';

/** The shop says "chúng tôi", the customer is "quý khách". */
export const formalVietnameseWords: CustomerWords = {
  greetings: {
    friend: (shop) =>
      `${formallyNamed(shop)} kính chào quý khách. Quý khách cần hỗ trợ, vui lòng nhắn tại đây. Trợ lý tự động sẽ trả lời và nhân viên sẽ hỗ trợ khi cần.`,
    follower: (shop) =>
      `${formallyNamed(shop)} cảm ơn quý khách đã quan tâm. Quý khách cần hỗ trợ, vui lòng nhắn tin tại đây.`,
    visitor: (shop) => `${formallyNamed(shop)} kính chào quý khách. Chúng tôi có thể hỗ trợ gì ạ?`,
    group: (shop) =>
      `${formallyNamed(shop)} kính chào quý khách. Khi cần hỗ trợ, vui lòng nhắc tên chúng tôi.`,
  },
  hello: 'Xin chào quý khách. Quý khách cần hỗ trợ gì ạ?',
  thanks: 'Rất hân hạnh được hỗ trợ quý khách. Quý khách cần thêm thông tin gì không ạ?',
  bye: 'Cảm ơn quý khách đã liên hệ. Hẹn gặp lại quý khách.',

  notFound: 'Rất tiếc, chúng tôi chưa trả lời được câu hỏi này. Quý khách vui lòng cho biết rõ hơn ạ.',
  notFoundHandedOver: 'Chúng tôi cần kiểm tra thông tin này. Nhân viên sẽ phản hồi quý khách tại đây.',
  notFoundClosed: 'Chúng tôi cần kiểm tra thông tin này. Nhân viên sẽ phản hồi quý khách từ {{opensAt}}.',
  unable: 'Hiện chúng tôi chưa thể trả lời. Quý khách vui lòng thử lại sau ít phút.',
  unableHandedOver: 'Hiện chúng tôi chưa thể trả lời tự động. Nhân viên sẽ phản hồi quý khách tại đây.',
  received: 'Chúng tôi đã nhận được tin nhắn. Nhân viên sẽ phản hồi quý khách tại đây.',

  handedOver: 'Chúng tôi đang chuyển đến nhân viên. Quý khách vui lòng chờ trong giây lát.',
  closed:
    'Hiện đang ngoài giờ làm việc. Nhân viên sẽ trả lời quý khách từ {{opensAt}}. Trong thời gian này, trợ lý tự động vẫn hỗ trợ quý khách.',
  closedForHoliday: 'Chúng tôi nghỉ {{holiday}}. Nhân viên sẽ trả lời quý khách từ {{opensAt}}.',
  away: 'Hiện nhân viên chưa thể trả lời. Chúng tôi sẽ phản hồi quý khách tại đây.',
  givenBack: 'Cảm ơn quý khách. Trợ lý tự động sẽ tiếp tục hỗ trợ.',
  badRating: 'Rất xin lỗi vì chưa hỗ trợ được quý khách. Nhân viên sẽ kiểm tra và phản hồi tại đây.',
  offerStaff: 'Gặp nhân viên',
  offerAssistant: 'Hỏi trợ lý tự động',

  fileReceived: 'Chúng tôi đã nhận được tệp. Nhân viên sẽ kiểm tra và phản hồi quý khách.',
  pictureReceived: 'Chúng tôi đã nhận được ảnh. Nhân viên sẽ kiểm tra và phản hồi quý khách.',
  voiceReceived: 'Chúng tôi đã nhận được tin thoại. Nhân viên sẽ kiểm tra và phản hồi quý khách.',
  locationReceived: 'Chúng tôi đã nhận được vị trí. Nhân viên sẽ phản hồi quý khách.',
  pictureUnread:
    'Chúng tôi đã nhận được ảnh nhưng trợ lý tự động chưa xem được. Quý khách vui lòng mô tả bằng chữ.',
  voiceUnread: 'Trợ lý tự động chưa nghe được tin thoại. Quý khách vui lòng nhắn bằng chữ.',
  notOffered: 'Xin lỗi, mục này hiện không dùng được. Quý khách vui lòng nhắn nội dung cần hỗ trợ.',
  unsupported: 'Chúng tôi chưa mở được loại tin này. Quý khách vui lòng nhắn bằng chữ.',

  lead: 'Chúng tôi xin gửi thông tin:',
  unsureLead: 'Có phải quý khách muốn hỏi về nội dung này?',
  bullet: '• ',
  source: 'Nguồn: ',
  sources: 'Nguồn: ',
  page: (page) => `, tr. ${page}`,
  betweenSources: ' · ',

  askSatisfaction:
    'Quý khách có hài lòng với sự hỗ trợ của chúng tôi không? Vui lòng chọn từ 1 (chưa hài lòng) đến 5 (rất hài lòng).',
  thanksForGoodScore: 'Cảm ơn quý khách. Nếu được, xin quý khách góp ý thêm.',
  thanksForBadScore: 'Rất xin lỗi quý khách. Xin quý khách cho biết điều cần cải thiện.',
  thanksForComment: 'Cảm ơn ý kiến đóng góp của quý khách.',

  unsubscribed: (word) =>
    `Chúng tôi đã ngừng gửi tin cho quý khách và vẫn trả lời các câu hỏi của quý khách. Để nhận tin trở lại, quý khách vui lòng nhắn “${word}”.`,
  subscribed: 'Cảm ơn quý khách. Quý khách sẽ lại nhận được tin của chúng tôi.',

  form: {
    invite: (title) => `Kính mời quý khách điền biểu mẫu: ${title}`,
    open: 'Mở biểu mẫu',
    send: 'Gửi',
    change: 'Sửa',
    back: 'Quay lại',
    skip: 'Bỏ qua',
    later: 'Để sau',
    cancel: 'Hủy',
    continue: 'Tiếp tục',
    yes: 'Có',
    no: 'Không',
    agree: 'Đồng ý',
    pickDay: 'Chọn ngày',
    pickTime: 'Chọn giờ',
    dayButton,
    dayNamed,
    clock,
    start: (minutes) =>
      `Xin hỏi quý khách vài câu, khoảng ${minutes} phút. Có thể chọn “Hủy” bất cứ lúc nào.`,
    filled: (answers) => `Đã điền sẵn theo thông tin quý khách cung cấp:\n${answers}`,
    tried: (begun) =>
      `Thử nghiệm: khi chat với khách, biểu mẫu sẽ bắt đầu từ đây. Chưa có gì được lưu.\n\n${begun}`,
    question: (number, of, question) => `${number}/${of}: ${question}`,
    day: (year, month, day) => `${day}/${month}/${year}`,
    oneOf: 'Vui lòng chọn một nút bên dưới hoặc nhập số thứ tự.',
    noSlots: 'Hiện không còn giờ trống.',
    several: 'Có thể chọn nhiều mục. Vui lòng nhập số thứ tự (ví dụ “1, 3”).',
    scale: (from, to) => `Vui lòng chọn từ ${from} đến ${to}.`,
    dayHint: (example) => `Xin quý khách chọn ngày (ví dụ ${example}).`,
    timeHint: 'Ví dụ 14:30 hoặc 2 giờ rưỡi chiều.',
    addressHint: 'Xin quý khách cho biết địa chỉ đầy đủ.',
    files: (url) => `Vui lòng gửi tệp tại trang này, trang có đầy đủ biểu mẫu: ${url}`,
    sendFiles: (most) =>
      most === 1
        ? 'Vui lòng gửi ảnh hoặc tệp PDF vào đây, tối đa 10 MB.'
        : `Vui lòng gửi ảnh hoặc tệp PDF vào đây, tối đa ${most} tệp, mỗi tệp 10 MB.`,
    sendPictures: (most) =>
      most === 1
        ? 'Vui lòng gửi ảnh vào đây, tối đa 10 MB.'
        : `Vui lòng gửi ảnh vào đây, tối đa ${most} ảnh, mỗi ảnh 10 MB.`,
    fileCount: (count) => `${count} tệp`,
    fileDone: 'Xong',
    fileThanks: 'Đã nhận được. Xin cảm ơn quý khách.',
    filesSoFar: (count, most) => `Đã nhận ${count}/${most} tệp. Quý khách có thể gửi thêm hoặc chọn “Xong”.`,
    fileReceiving: 'Đang nhận tệp, quý khách vui lòng chờ trong giây lát.',
    fileType: 'Ở đây chỉ nhận ảnh (JPEG, PNG, WebP, HEIC) và tệp PDF.',
    pictureType: 'Ở đây chỉ nhận ảnh (JPEG, PNG, WebP, HEIC).',
    fileTooLarge: 'Tệp này lớn hơn 10 MB. Vui lòng gửi tệp nhỏ hơn.',
    fileInfected: 'Tệp này có chứa mã độc nên không được lưu.',
    fileTooMany: (most) => `Ở đây chỉ nhận tối đa ${most} tệp. Các tệp còn lại chưa được lưu.`,
    fileExtra: 'Biểu mẫu đã nhận đủ tệp nên tệp này không được thêm vào.',
    fileNotHere: (url) => `Chưa nhận được tệp. Vui lòng gửi lại hoặc gửi tại trang này: ${url}`,
    fileEmpty: 'Tệp này trống. Vui lòng gửi tệp khác.',
    fileFull: 'Hiện không còn dung lượng để nhận tệp. Quý khách có thể điền tiếp không kèm tệp.',
    fileUnchecked: 'Hiện chưa kiểm tra được độ an toàn của tệp. Vui lòng gửi lại sau vài phút.',
    required: 'Câu hỏi này là bắt buộc.',
    notOption: 'Vui lòng chọn một trong các nút bên dưới.',
    notDay: (example) => `Vui lòng nhập ngày, ví dụ ${example}.`,
    dayFrom: (from, example) => `Vui lòng nhập ngày từ ${from} trở đi, ví dụ ${example}.`,
    dayUntil: (until) => `Vui lòng chọn ngày không muộn hơn ${until}.`,
    notTime: 'Vui lòng nhập giờ, ví dụ “14:30” hoặc “2 giờ rưỡi chiều”.',
    whichHalf: (morning, afternoon) => `Quý khách muốn ${morning} hay ${afternoon}?`,
    understood: (answer) => `Đã ghi nhận: ${answer}.`,
    onPage: (url) => `Quý khách cũng có thể điền biểu mẫu tại trang này: ${url}`,
    called:
      'Rất tiếc, chúng tôi chưa hiểu được. Nhân viên sẽ hỗ trợ quý khách tại đây. Các câu đã trả lời vẫn được lưu; chọn “Tiếp tục” nếu quý khách muốn tự điền tiếp.',
    notNumber: 'Vui lòng nhập số không có dấu phân cách, ví dụ 1500.',
    notWhole: 'Vui lòng nhập số nguyên.',
    least: (least) => `Vui lòng nhập số từ ${least} trở lên.`,
    most: (most) => `Vui lòng nhập số không quá ${most}.`,
    between: (least, most) => `Vui lòng nhập số từ ${least} đến ${most}.`,
    email: 'Vui lòng kiểm tra lại email.',
    phone: 'Vui lòng kiểm tra lại số điện thoại.',
    tooLong: (most) => `Vui lòng nhập tối đa ${most} ký tự.`,
    pattern: 'Vui lòng kiểm tra lại nội dung.',
    tooMuch: 'Tổng các câu trả lời quá dài. Vui lòng rút ngắn câu này.',
    tooFew: (least) => `Vui lòng chọn ít nhất ${least} mục.`,
    tooMany: (most) => `Vui lòng chọn tối đa ${most} mục.`,
    slotTaken: 'Giờ này vừa có người đặt. Vui lòng chọn giờ khác.',
    slotOver: 'Giờ này đã qua. Vui lòng chọn giờ khác.',
    notAgreed: 'Quý khách cần đồng ý để tiếp tục.',
    confirm: (summary) => `Quý khách vui lòng kiểm tra:\n${summary}`,
    changeWhich: 'Quý khách muốn sửa mục số mấy? Vui lòng nhập số thứ tự.',
    done: 'Chúng tôi đã nhận được yêu cầu. Nhân viên sẽ xác nhận với quý khách tại đây.',
    cancelled: 'Đã hủy. Không có thông tin nào được lưu.',
    paused: 'Câu trả lời được giữ trong 7 ngày. Nhập “Tiếp tục” để điền tiếp.',
    closed: 'Biểu mẫu này đã đóng.',
    answered: 'Quý khách đã trả lời biểu mẫu này. Xin cảm ơn.',
    tooOften:
      'Quý khách đã gửi biểu mẫu này nhiều lần trong một giờ. Câu trả lời vẫn được giữ, vui lòng thử lại sau.',
    over: 'Câu hỏi đó đã kết thúc.',
    changed: (question, answer) => `Đã sửa: ${question} → ${answer}`,
  },

  detailsTitle: 'Thông tin của quý khách',
  askDetails:
    'Xin quý khách cho biết họ tên, số điện thoại và địa chỉ. Thông tin chỉ dùng để xử lý yêu cầu này.',
};
