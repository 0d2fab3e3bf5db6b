import { buildXlsx, xlsxRows } from '@hanasu/retrieval/extract/testing/office-builder';
import type { AskedDocument } from './asked.ts';

/** What a restaurant keeps in a workbook: the menu with prices, hours, and what guests ask. */
export const restaurant: AskedDocument = {
  name: 'quan-hoa-sen.xlsx',
  title: 'Quán Hoa Sen',
  bytes: buildXlsx({
    sheets: [
      {
        name: 'Thực đơn',
        xml: xlsxRows([
          ['Món', 'Giá', 'Ghi chú'],
          ['Phở bò tái', '65.000đ', 'Có tô lớn 80.000đ'],
          ['Phở gà', '60.000đ', ''],
          ['Bún chả Hà Nội', '70.000đ', ''],
          ['Nem rán (4 cái)', '45.000đ', ''],
          ['Cơm chay thập cẩm', '55.000đ', 'Món chay'],
          ['Cà phê sữa đá', '29.000đ', ''],
          ['Trà đá', '5.000đ', ''],
        ]),
      },
      {
        name: 'Giờ mở cửa',
        xml: xlsxRows([
          ['Ngày', 'Sáng', 'Chiều'],
          ['Thứ Hai – Thứ Sáu', '6:30–14:00', '17:00–22:00'],
          ['Thứ Bảy, Chủ nhật', '6:30–14:30', '16:30–23:00'],
        ]),
      },
      {
        name: 'Thông tin',
        xml: xlsxRows([
          ['Địa chỉ', '12 Nguyễn Huệ, Quận 1, TP. Hồ Chí Minh'],
          ['Điện thoại', '028 3822 1234'],
          ['Giao hàng', 'Trong bán kính 5 km, phí 20.000đ; miễn phí cho đơn từ 300.000đ.'],
          ['Thanh toán', 'Tiền mặt, chuyển khoản, Momo và thẻ.'],
          ['Gửi xe', 'Xe máy miễn phí trước quán; ô tô gửi ở bãi số 20, 30.000đ một giờ.'],
          ['Đặt bàn', 'Nhóm từ 6 người xin đặt bàn trước một ngày.'],
          ['Nghỉ Tết', 'Quán nghỉ từ 28 tháng Chạp đến mùng 4 Tết.'],
        ]),
      },
    ],
  }),
  questions: [
    { ask: 'Phở bò bao nhiêu tiền?', facts: ['65.000đ'] },
    { ask: 'Quán mở cửa mấy giờ ạ?', facts: ['6:30–14:00', '17:00–22:00', '16:30–23:00'] },
    { ask: 'chủ nhật quán mở đến mấy giờ', facts: ['16:30–23:00'] },
    { ask: 'dia chi quan o dau vay', facts: ['12 Nguyễn Huệ'] },
    { ask: 'Quán có giao hàng không?', facts: ['5 km'] },
    { ask: 'Phí ship bao nhiêu vậy shop', facts: ['20.000đ'] },
    { ask: 'Có món chay không ạ?', facts: ['Cơm chay thập cẩm'] },
    { ask: 'Thanh toán bằng Momo được không?', facts: ['Momo'] },
    { ask: 'Gửi ô tô ở đâu?', facts: ['bãi số 20'] },
    { ask: 'Nhóm 10 người có cần đặt bàn trước không?', facts: ['đặt bàn trước một ngày'] },
    { ask: 'Tết quán nghỉ đến hôm nào?', facts: ['mùng 4'] },
    { ask: 'cho em xin số điện thoại', facts: ['028 3822 1234'] },
    { ask: 'Cho mình xin thực đơn', facts: ['Phở gà', '60.000đ', 'Bún chả'] },
    { ask: 'Quán có phòng karaoke không?', facts: null },
    { ask: 'Ông chủ quán tên gì?', facts: null },
  ],
};
