import { foldDiacritics } from '@hanasu/contract/text';
import { stemmer } from 'stemmer';

// Function words and the filler of chat messages. They are weighed down, not removed: a short question
// such as いつですか consists of little else.
const ENGLISH = words(`
  a an the and or but if then than so of to in on at by for from with without about into over under
  as is are was were be been being am do does did doing done have has had having i me my mine we us
  our you your yours he him his she her it its they them their this that these those there here what
  which who whom whose when where why how can could would should will shall may might must not no
  yes please thanks thank hello hi hey dear sorry regards sincerely advance bother quick question
  questions wondering wonder know tell help let like want need get got just really very much lot
  appreciate ask asking any some also too only own same such more most other another each both few
  all im ive id dont doesnt didnt cant couldnt whats hows theres isnt arent s t d ll re ve m
`);
const VIETNAMESE = words(`
  và hoặc hay nhưng mà thì là của cho với từ đến tại trong ngoài trên dưới về vào ra ở bởi do vì nên
  nếu khi lúc như cũng vẫn còn đã đang sẽ sắp rất quá lắm hơn nhất được bị có không chưa chẳng phải
  cần muốn nhờ giúp xin vui lòng ạ dạ vâng ơi nhé nha nhỉ à ừ ok chào cảm ơn cám shop ad admin anh
  chị em mình tôi bạn tớ cậu bác sĩ hỏi biết tư vấn chút tí một các những cái con này kia đó đấy ấy
  nào gì ai đâu sao bao nhiêu mấy thế vậy rồi luôn ngay lại nữa chỉ mỗi mọi cả nhiều ít qua theo để
  hãy đi
`);
const JAPANESE = words(`
  の に は を が と で も へ や か ね よ な さ れ た て し ます です ました でし だ ない なく ある いる する なる こと もの ため よう から まで より など だけ
  ので のに けど けれど けれども これ それ あれ この その あの ここ そこ どこ どれ どの どう どんな 何 なに なん 誰 だれ いつ なぜ いくつ いくら どちら お願い お願いし
  いたし いたします 致します ください 下さい 教え 教えて 教えてください 聞き たい たいの いただけ いただける 頂け 助かり すみません すいません こんにちは はじめまして お世話 なっ
  おり おります ござい ございます ありがとう 思い ちょっと 少し お伺い 伺い よろしく 宜しく という といった について において による によって として に対して 的 等 者 方
`);

const spaced = new Set([...ENGLISH, ...VIETNAMESE, ...VIETNAMESE.map((word) => foldDiacritics(word))]);
const all = new Set([...spaced, ...ENGLISH.map((word) => stemmer(word)), ...JAPANESE]);

/** Whether a term key is a function word, or a pair of two. */
export function isStopTerm(term: string): boolean {
  const token = term.slice(1);
  if (all.has(token)) return true;
  const between = token.indexOf('_');
  return between > 0 && spaced.has(token.slice(0, between)) && spaced.has(token.slice(between + 1));
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
