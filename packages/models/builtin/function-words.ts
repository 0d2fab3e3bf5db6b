/**
 * Function words and chat fillers. They say which language a text is in, and little about what it asks for.
 * Vietnamese is listed with diacritics; callers fold it.
 */
export const ENGLISH_FUNCTION_WORDS =
  `a an the and or but if then than so of to in on at by for from with without about into over under as is are was
were be been being am do does did doing done have has had having i me my mine we us our you your yours he him his
she her it its they them their this that these those there here what which who whom whose when where why how can
could would should will shall may might must not no yes please thanks thank hello hi hey dear sorry regards
sincerely advance bother quick question questions wondering wonder know tell help let like want need get got just
really very much lot appreciate ask asking any some also too only own same such more most other another each both
few all im ive id dont doesnt didnt cant couldnt whats hows theres isnt arent`.split(/\s+/);

/** Of those above what people say in the midst of any language. */
export const BORROWED_ENGLISH_WORDS = 'hello hi hey thanks thank please sorry yes no dear'.split(' ');

/** Ordinary words of customers who write English in key words: "opening hours", "refund policy". */
export const ORDINARY_ENGLISH_WORDS =
  `address allergy allowed amount appointment arrival available balance bill
booking bought bring broken buy cancel cancellation card cash change charge cheap check child children class close
closed closing contact cost course customer damaged date day deadline delivery deposit discount drink dinner lunch
breakfast early email enrol exchange fee fees find food free hours hour how information insurance invoice job kids
language late lesson location lost money month monthly morning number open opening opens parking password pay payment
people person phone pick pickup plan policy price prices problem quality receipt refund rent repair replace
reservation return returns room school seat send shipping sold station stock store student table tax teacher telephone
terms ticket time times today tomorrow tonight track trial tuition used vegetarian visit wait warranty week weekday
weekend work year`.split(/\s+/);

export const VIETNAMESE_FUNCTION_WORDS =
  `và hoặc hay nhưng mà thì là của cho với từ đến tại trong ngoài trên dưới về vào ra ở bởi do vì nên nếu khi lúc
như cũng vẫn còn đã đang sẽ sắp rất quá lắm hơn nhất được bị có không chưa chẳng phải cần muốn nhờ giúp xin vui
lòng ạ dạ vâng ơi nhé nha nhỉ à ừ chào cảm ơn cám anh chị em mình tôi bạn tớ cậu bác hỏi biết tư vấn chút tí một
các những cái con này kia đó đấy ấy nào gì ai đâu sao bao nhiêu mấy thế vậy rồi luôn ngay lại nữa chỉ mỗi mọi cả
nhiều ít qua theo để hãy đi`.split(/\s+/);

export const JAPANESE_FUNCTION_WORDS =
  `の に は を が と で も へ や か ね よ な さ れ た て し ます です ました でし だ ない なく ある いる する なる
こと もの ため よう から まで より など だけ ので のに けど けれど これ それ あれ この その あの ここ そこ どこ
どれ どの どう どんな 何 なに なん 誰 だれ いつ なぜ いくつ いくら どちら お願い いたし ください 下さい 教え
聞き たい いただけ 頂け すみません おり ござい 思い ちょっと 少し 伺い よろしく という といっ について において
によって として 的 等 者 方 ば ん う い お ご っ り り る く き ます か`.split(/\s+/);

/** Vietnamese syllables that are very common and not English words: enough to know unaccented typing by. */
export const UNACCENTED_VIETNAMESE_MARKERS = new Set(
  `khong bao nhieu duoc gi toi cua nay minh nhu nao oi xin chao cam sao dau ban nhe muon giup hoi hang gia mua tien
ngay gio phi giao tra doi thanh toan dia chi lam viec mo cua dong le tet nhan goi dien thoai tu van dang ky tai
khoan mat khau quen bi loi san pham con het tuan thang nam may nhung voi cho va la co biet phai can ve den o dat
dich vu khach chuyen huy hoan bao hanh chinh sach thoi gian`.split(/\s+/),
);
